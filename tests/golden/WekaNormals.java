// Prints Weka's normal distribution function at some hundred places, and the order of
// rows that sorting by one numeric attribute after the other leaves behind.
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;
import weka.core.Statistics;
import weka.core.Utils;

public class WekaNormals {
  static List<Double> places() {
    List<Double> places = new ArrayList<>(List.of(0.0, 1e-300, 1e-16, 1e-8, 37.6, 38.4, 40.0, 1e9));
    // where one polynomial takes over from another, and where nothing is left
    for (double edge : List.of(1.0, Math.sqrt(2.0), 8.0 * Math.sqrt(2.0), 37.677, 8.3))
      for (double step : List.of(-1e-2, -1e-9, -2e-16, 0.0, 2e-16, 1e-9, 1e-2))
        places.add(edge * (1.0 + step));
    Random random = new Random(1);
    for (int i = 0; i < 120; i++) places.add(3.0 * random.nextGaussian());
    for (int i = 0; i < 40; i++) places.add(40.0 * random.nextDouble());
    List<Double> both = new ArrayList<>(places);
    for (double place : places) both.add(-place);
    return both;
  }

  // {"values": a row for each attribute, "order": ...}; nextInt(d) == d - 1 is missing
  static String sorted(int rows, int attributes, int distinct) {
    ArrayList<Attribute> header = new ArrayList<>();
    for (int a = 0; a <= attributes; a++) header.add(new Attribute("a" + a));
    Instances data = new Instances("rows", header, 0);
    Random random = new Random(rows);
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      double[] row = new double[attributes + 1];
      row[attributes] = i;
      List<String> texts = new ArrayList<>();
      for (int a = 0; a < attributes; a++) {
        int drawn = random.nextInt(distinct);
        row[a] = drawn == distinct - 1 ? Utils.missingValue() : drawn;
        texts.add(drawn == distinct - 1 ? "null" : Integer.toString(drawn));
      }
      data.add(new DenseInstance(1.0, row));
      values.append(i > 0 ? "," : "").append("[").append(String.join(",", texts)).append("]");
    }
    for (int a = 0; a < attributes; a++) data.sort(data.attribute(a));
    List<String> order = new ArrayList<>();
    for (int i = 0; i < rows; i++)
      order.add(Integer.toString((int) data.get(i).value(attributes)));
    return "{\"rows\": [" + values + "], \"order\": [" + String.join(",", order) + "]}";
  }

  public static void main(String[] args) {
    List<String> normal = new ArrayList<>();
    for (double place : places())
      normal.add("[" + place + ", " + Statistics.normalProbability(place) + "]");
    List<String> orders = new ArrayList<>();
    int[][] sizes = {{1, 1, 3}, {2, 2, 2}, {3, 1, 2}, {4, 3, 3}, {5, 2, 9}, {20, 3, 4},
      {77, 1, 60}, {100, 4, 7}, {150, 2, 2}, {300, 3, 30}};
    for (int[] size : sizes) orders.add(sorted(size[0], size[1], size[2]));
    System.out.println("{\"normal\": [" + String.join(",\n", normal) + "],");
    System.out.println("\"orders\": [" + String.join(",\n", orders) + "]}");
  }
}
