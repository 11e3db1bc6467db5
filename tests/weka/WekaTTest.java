import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weka.classifiers.Classifier;
import weka.classifiers.Evaluation;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.rules.ZeroR;
import weka.classifiers.trees.J48;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Range;
import weka.core.converters.ConverterUtils.DataSource;
import weka.experiment.PairedCorrectedTTester;
import weka.experiment.PairedStats;
import weka.experiment.PairedTTester;

/**
 * Prints what the testers of Weka's Experimenter say of the scores of some classifiers, as JSON.
 *
 * <p>Arguments: number of runs, number of folds, and ARFF files (class last).
 */
public class WekaTTest {
  static final String[] NAMES = {"J48", "J48-U", "NaiveBayes", "ZeroR", "ZeroR-plus-1"};
  static final String[] SCORES = {"Percent_correct", "Area"};

  public static void main(String[] args) throws Exception {
    int runs = Integer.parseInt(args[0]);
    int folds = Integer.parseInt(args[1]);
    StringBuilder table = new StringBuilder("@relation results\n@attribute Key_Dataset {");
    List<String> names = new ArrayList<>();
    for (int i = 2; i < args.length; i++) names.add(args[i].replaceAll(".*/", "").replace(".arff", ""));
    table.append(String.join(",", names)).append("}\n@attribute Key_Run numeric\n@attribute Key_Fold numeric\n");
    table.append("@attribute Key_Scheme {" + String.join(",", NAMES) + "}\n");
    table.append("@attribute Number_of_training_instances numeric\n@attribute Number_of_testing_instances numeric\n");
    for (String score : SCORES) table.append("@attribute " + score + " numeric\n");
    table.append("@data\n");
    List<String> printed = new ArrayList<>();
    for (int d = 0; d < names.size(); d++) {
      Instances data = DataSource.read(args[d + 2]);
      data.setClassIndex(data.numAttributes() - 1);
      for (int run = 1; run <= runs; run++) {
        Instances shuffled = new Instances(data);
        Random random = new Random(run);
        shuffled.randomize(random);
        shuffled.stratify(folds);
        for (int fold = 0; fold < folds; fold++) {
          Instances train = shuffled.trainCV(folds, fold, random);
          Instances test = shuffled.testCV(folds, fold);
          for (String name : NAMES) {
            Classifier learner = learner(name);
            learner.buildClassifier(train);
            Evaluation found = new Evaluation(train);
            found.evaluateModel(learner, test);
            // a constant difference, exactly so in doubles, is one of the edges
            double correct = name.equals("ZeroR-plus-1") ? 51 : name.equals("ZeroR") ? 50 : found.pctCorrect();
            double area = found.weightedAreaUnderROC();
            String key = names.get(d) + "," + run + "," + (fold + 1) + "," + name;
            table.append(key + "," + train.numInstances() + "," + test.numInstances() + "," + correct + "," + area + "\n");
            printed.add("[\"" + names.get(d) + "\"," + run + "," + (fold + 1) + ",\"" + name + "\"," + correct + "," + area + "]");
          }
        }
      }
    }
    Instances results = new Instances(new StringReader(table.toString()));
    System.out.println("{\"runs\": " + runs + ", \"folds\": " + folds + ",\n\"scores\": [");
    System.out.println(String.join(",\n", printed) + "\n],\n\"tests\": [");
    List<String> tests = new ArrayList<>();
    for (PairedTTester tester : new PairedTTester[] {new PairedCorrectedTTester(), new PairedTTester()}) {
      tester.setInstances(results);
      tester.setDatasetKeyColumns(new Range("1"));
      tester.setRunColumn(1);
      tester.setFoldColumn(2);
      tester.setResultsetKeyColumns(new Range("4"));
      tester.setSignificanceLevel(0.05);
      String kind = tester instanceof PairedCorrectedTTester ? "corrected" : "paired";
      for (int d = 0; d < tester.getNumDatasets(); d++)
        for (int i = 0; i < tester.getNumResultsets(); i++)
          for (int j = 0; j < tester.getNumResultsets(); j++)
            for (int s = 0; i != j && s < SCORES.length; s++) {
              PairedStats found = tester.calculateStatistics(first(results, d), i, j, 6 + s);
              tests.add("[\"" + kind + "\",\"" + SCORES[s] + "\",\"" + names.get(d) + "\",\"" + name(tester, i) + "\",\""
                  + name(tester, j) + "\"," + found.differencesStats.mean + "," + found.differencesProbability + ","
                  + found.differencesSignificance + "]");
            }
    }
    System.out.println(String.join(",\n", tests) + "\n]}");
  }

  static Classifier learner(String name) {
    if (name.startsWith("ZeroR")) return new ZeroR();
    if (name.equals("NaiveBayes")) return new NaiveBayes();
    J48 tree = new J48();
    tree.setUnpruned(name.equals("J48-U"));
    return tree;
  }

  static String name(PairedTTester tester, int i) {
    return tester.getResultsetName(i).trim();
  }

  static Instance first(Instances results, int dataset) {
    for (Instance row : results) if ((int) row.value(0) == dataset) return row;
    throw new IllegalStateException();
  }
}
