import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.BufferedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.SerializationHelper;

/** Trains a Weka classifier, or asks a trained one. Names are those of files in FOLDER.
 *
 *  WekaPredict FOLDER train DATA.arff MODEL CLASSIFIER [OPTION...]
 *  WekaPredict FOLDER ask MODEL DATA.arff OUT
 *
 *  The class is the last attribute; OUT gets one big-endian double per row and class. */
public class WekaPredict {
  public static void main(String[] args) throws Exception {
    Path folder = Paths.get(args[0]);
    if (args[1].equals("train")) {
      String[] options = Arrays.copyOfRange(args, 5, args.length);
      Classifier classifier = AbstractClassifier.forName(args[4], options);
      classifier.buildClassifier(read(folder.resolve(args[2])));
      SerializationHelper.write(folder.resolve(args[3]).toString(), classifier);
      return;
    }
    Classifier classifier =
        (Classifier) SerializationHelper.read(folder.resolve(args[2]).toString());
    Instances rows = read(folder.resolve(args[3]));
    try (DataOutputStream out = new DataOutputStream(
        new BufferedOutputStream(Files.newOutputStream(folder.resolve(args[4]))))) {
      for (int i = 0; i < rows.numInstances(); i++) {
        for (double p : classifier.distributionForInstance(rows.instance(i))) {
          out.writeDouble(p);
        }
      }
    }
  }

  private static Instances read(Path path) throws Exception {
    try (BufferedReader reader =
        Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      Instances data = new Instances(reader);
      data.setClassIndex(data.numAttributes() - 1);
      return data;
    }
  }
}
