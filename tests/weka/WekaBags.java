import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import weka.classifiers.meta.Bagging;
import weka.classifiers.rules.ZeroR;
import weka.core.Instances;

/**
 * The rows that Weka's Bagging gives to its members; compiles with Weka 3.6 and 3.9.
 *
 *   java WekaBags ROWS PERCENT BAGS
 *
 * Prints a line per bag: row numbers counted from 0, in the order of the bag.
 */
public class WekaBags {
  static final List<String> LINES = new ArrayList<String>();

  /** A base learner that notes its training rows. */
  public static class Recorder extends ZeroR {
    @Override
    public void buildClassifier(Instances rows) throws Exception {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < rows.numInstances(); i++) {
        line.append(i > 0 ? " " : "").append((int) rows.instance(i).value(0));
      }
      LINES.add(line.toString());
      super.buildClassifier(rows);
    }
  }

  public static void main(String[] args) throws Exception {
    StringBuilder arff = new StringBuilder("@relation rows\n@attribute row numeric\n");
    arff.append("@attribute class {a,b}\n@data\n");
    for (int row = 0; row < Integer.parseInt(args[0]); row++) {
      arff.append(row).append(row % 2 == 0 ? ",a\n" : ",b\n");
    }
    Instances data = new Instances(new StringReader(arff.toString()));
    data.setClassIndex(1);
    Bagging bagging = new Bagging();
    bagging.setClassifier(new Recorder());
    bagging.setBagSizePercent(Integer.parseInt(args[1]));
    bagging.setNumIterations(Integer.parseInt(args[2]));
    bagging.buildClassifier(data);
    for (String line : LINES) {
      System.out.println(line);
    }
  }
}
