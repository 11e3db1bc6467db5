import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.BufferedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Instances;

/** Trains a Weka classifier on one ARFF file and writes its distributions for another.
 *
 *  WekaPredict TRAIN.arff TEST.arff OUT CLASSIFIER [OPTION...]: the class is the last
 *  attribute; OUT gets one big-endian double per row and class. */
public class WekaPredict {
  public static void main(String[] args) throws Exception {
    Instances train = read(args[0]);
    Instances test = read(args[1]);
    String[] options = new String[args.length - 4];
    System.arraycopy(args, 4, options, 0, options.length);
    Classifier classifier = AbstractClassifier.forName(args[3], options);
    classifier.buildClassifier(train);
    try (DataOutputStream out = new DataOutputStream(
        new BufferedOutputStream(Files.newOutputStream(Paths.get(args[2]))))) {
      for (int i = 0; i < test.numInstances(); i++) {
        double[] distribution = classifier.distributionForInstance(test.instance(i));
        for (double p : distribution) {
          out.writeDouble(p);
        }
      }
    }
  }

  private static Instances read(String path) throws Exception {
    try (BufferedReader reader =
        Files.newBufferedReader(Paths.get(path), StandardCharsets.UTF_8)) {
      Instances data = new Instances(reader);
      data.setClassIndex(data.numAttributes() - 1);
      return data;
    }
  }
}
