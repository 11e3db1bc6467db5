// Prints the rows that Weka's unsupervised Resample draws, for arguments ROWS,PERCENT,SEED.
import java.util.ArrayList;
import java.util.List;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;
import weka.filters.Filter;
import weka.filters.unsupervised.instance.Resample;

public class WekaResample {
  public static void main(String[] args) throws Exception {
    List<String> lines = new ArrayList<>();
    for (String arg : args) {
      String[] part = arg.split(",");
      ArrayList<Attribute> header = new ArrayList<>(List.of(new Attribute("row")));
      Instances data = new Instances("rows", header, 0);
      for (int i = 0; i < Integer.parseInt(part[0]); i++)
        data.add(new DenseInstance(1.0, new double[] {i}));
      Resample filter = new Resample();
      filter.setSampleSizePercent(Double.parseDouble(part[1]));
      filter.setRandomSeed(Integer.parseInt(part[2]));
      filter.setInputFormat(data);
      List<String> drawn = new ArrayList<>();
      Instances sample = Filter.useFilter(data, filter);
      for (int i = 0; i < sample.size(); i++)
        drawn.add(Integer.toString((int) sample.get(i).value(0)));
      lines.add("\"" + arg + "\": [" + String.join(",", drawn) + "]");
    }
    System.out.println("{" + String.join(",\n", lines) + "}");
  }
}
