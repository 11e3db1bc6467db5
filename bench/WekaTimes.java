import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Base64;
import java.util.Random;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;
import weka.filters.Filter;
import weka.filters.unsupervised.attribute.Discretize;
import weka.filters.unsupervised.attribute.ReplaceMissingValues;

/**
 * What Weka's learners take, asked over standard input, one question a line:
 *
 *   load TAB FILE.arff                      ReplaceMissingValues, Discretize, folds of run 1
 *   raw TAB FILE.arff                       the same without any filter
 *   time TAB PASSES TAB SECONDS TAB LEARNER CPU time of training and predicting, by fold
 *   cross TAB RUNS TAB LEARNER              cross-validate and keep nothing, as a user would
 *
 * The answer to `time` is one line: the mean nanoseconds of a fold, and the
 * distributions of all test rows (big-endian doubles, fold by fold) in base 64. Every
 * learner is warmed up on the data first, for as long as it is measured. The CPU time is
 * that of the working thread: what the compiler's and the collector's threads take is
 * not counted, which is in Weka's favour.
 */
public class WekaTimes {
  static final int FOLDS = 10;
  static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  static Instances data;
  static Instances[] trains;
  static Instances[] tests;

  public static void main(String[] args) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split("\t");
      if (words[0].equals("load")) {
        load(words[1], true);
        System.out.println(data.numInstances());
      } else if (words[0].equals("raw")) {
        load(words[1], false);
        System.out.println(data.numInstances());
      } else if (words[0].equals("time")) {
        System.out.println(time(Integer.parseInt(words[1]), Double.parseDouble(words[2]), words[3]));
      } else if (words[0].equals("cross")) {
        System.out.println(cross(Integer.parseInt(words[1]), words[2]));
      } else {
        throw new Exception("what is " + line);
      }
      System.out.flush();
    }
  }

  static void load(String file, boolean filtered) throws Exception {
    data = new Instances(Files.newBufferedReader(Paths.get(file), StandardCharsets.UTF_8));
    data.setClassIndex(data.numAttributes() - 1);
    if (filtered) {
      data = filter(data, new ReplaceMissingValues());
      data = filter(data, new Discretize()); // ten bins by default
    }
    trains = new Instances[FOLDS];
    tests = new Instances[FOLDS];
    split(1);
  }

  static void split(int run) throws Exception {
    // the folds of Evaluation.crossValidateModel(..., new Random(run)): one stream
    Random random = new Random(run);
    Instances shuffled = new Instances(data);
    shuffled.randomize(random);
    shuffled.stratify(FOLDS);
    for (int fold = 0; fold < FOLDS; fold++) {
      trains[fold] = shuffled.trainCV(FOLDS, fold, random);
      tests[fold] = shuffled.testCV(FOLDS, fold);
      for (Instance row : tests[fold]) {
        row.setClassMissing();
      }
    }
  }

  static Instances filter(Instances data, Filter filter) throws Exception {
    filter.setInputFormat(data);
    return Filter.useFilter(data, filter);
  }

  static Classifier learner(String text) throws Exception {
    String[] options = Utils.splitOptions(text);
    String name = options[0];
    options[0] = "";
    return AbstractClassifier.forName(name, options);
  }

  static double[][] predict(Classifier classifier, int fold) throws Exception {
    classifier.buildClassifier(trains[fold]);
    double[][] found = new double[tests[fold].numInstances()][];
    for (int i = 0; i < found.length; i++) {
      found[i] = classifier.distributionForInstance(tests[fold].instance(i));
    }
    return found;
  }

  static String time(int passes, double seconds, String text) throws Exception {
    long taken = 0;
    long models = 0;
    double[][][] found = new double[FOLDS][][];
    for (int phase = 0; phase < 2; phase++) { // the first is the warm-up
      taken = 0;
      models = 0;
      long begin = THREADS.getCurrentThreadCpuTime();
      for (int pass = 0;
          pass < passes || THREADS.getCurrentThreadCpuTime() - begin < seconds * 1e9;
          pass++) {
        Classifier[] made = new Classifier[FOLDS];
        for (int fold = 0; fold < FOLDS; fold++) {
          made[fold] = learner(text);
        }
        long start = THREADS.getCurrentThreadCpuTime();
        for (int fold = 0; fold < FOLDS; fold++) {
          found[fold] = predict(made[fold], fold);
        }
        taken += THREADS.getCurrentThreadCpuTime() - start;
        models += FOLDS;
      }
    }
    String line = String.valueOf((double) taken / models);
    ByteBuffer bytes = ByteBuffer.allocate(8 * data.numInstances() * data.numClasses());
    for (double[][] fold : found) {
      for (double[] row : fold) {
        for (double p : row) {
          bytes.putDouble(p);
        }
      }
    }
    return line + "\t" + Base64.getEncoder().encodeToString(bytes.array());
  }

  static int cross(int runs, String text) throws Exception {
    int predicted = 0;
    for (int run = 1; run <= runs; run++) {
      split(run);
      for (int fold = 0; fold < FOLDS; fold++) {
        predicted += predict(learner(text), fold).length;
      }
    }
    return predicted;
  }
}
