import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.classifiers.trees.j48.NBTreeClassifierTree;
import weka.classifiers.trees.j48.NBTreeModelSelection;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;
import weka.filters.Filter;
import weka.filters.unsupervised.attribute.Discretize;
import weka.filters.unsupervised.attribute.ReplaceMissingValues;

/**
 * What Weka's learners say about one data set in the ten folds of run 1.
 *
 *   java WekaReference FILE.arff filtered|raw "CLASS OPTIONS" ...
 *
 * Prints a line per fold and learner, in that order: the model's text and the
 * distributions of the test rows (big-endian doubles, row by row), both in base 64.
 */
public class WekaReference {
  static final int FOLDS = 10;
  static final int RUN = 1;

  public static void main(String[] args) throws Exception {
    InputStream file = Files.newInputStream(Paths.get(args[0]));
    if (args[0].endsWith(".gz")) {
      file = new GZIPInputStream(file);
    }
    Instances data =
        new Instances(new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8)));
    data.setClassIndex(data.numAttributes() - 1);
    if (args[1].equals("filtered")) {
      data = filter(data, new ReplaceMissingValues());
      data = filter(data, new Discretize()); // ten bins by default
    }
    // the folds of Evaluation.crossValidateModel(..., new Random(RUN)): one stream
    Random random = new Random(RUN);
    data.randomize(random);
    data.stratify(FOLDS);
    PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16));
    for (int fold = 0; fold < FOLDS; fold++) {
      Instances train = data.trainCV(FOLDS, fold, random);
      Instances test = data.testCV(FOLDS, fold);
      for (String learner : Arrays.copyOfRange(args, 2, args.length)) {
        String[] options = Utils.splitOptions(learner);
        String name = options[0];
        options[0] = "";
        Classifier classifier = AbstractClassifier.forName(name, options);
        classifier.buildClassifier(new Instances(train));
        out.print(base64(classifier.toString().getBytes(StandardCharsets.UTF_8)));
        out.print('\t');
        out.println(base64(distributions(classifier, test)));
      }
    }
    out.flush();
  }

  static Instances filter(Instances data, Filter filter) throws Exception {
    filter.setInputFormat(data);
    return Filter.useFilter(data, filter);
  }

  static byte[] distributions(Classifier classifier, Instances test) throws Exception {
    ByteBuffer bytes = ByteBuffer.allocate(8 * test.numInstances() * test.numClasses());
    for (Instance row : test) {
      Instance blind = (Instance) row.copy();
      blind.setDataset(test);
      blind.setClassMissing();
      for (double p : classifier.distributionForInstance(blind)) {
        bytes.putDouble(p);
      }
    }
    return bytes.array();
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** NBTree, which is a package of its own in Weka 3.9; its classes are in the jar. */
  public static class NBTree extends AbstractClassifier {
    private NBTreeClassifierTree tree;

    @Override
    public void buildClassifier(Instances data) throws Exception {
      tree = new NBTreeClassifierTree(new NBTreeModelSelection(30, data));
      tree.buildClassifier(data);
    }

    @Override
    public double[] distributionForInstance(Instance row) throws Exception {
      return tree.distributionForInstance(row, false);
    }

    /** The tree and its size, without the counts of each leaf. */
    @Override
    public String toString() {
      return tree.toString().replaceAll("(?s)\n\nLeaf number: .*\n\nNumber of", "\n\nNumber of");
    }
  }
}
