import java.io.File;
import java.io.FileReader;
import java.io.Reader;
import java.io.StringReader;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import weka.classifiers.trees.J48;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;
import weka.filters.Filter;
import weka.filters.unsupervised.attribute.ReplaceMissingValues;

/**
 * Prints what Weka's filters and folds do, as JSON. See README.md beside this file.
 *
 * <p>Arguments: a folder of ARFF files (class last) and, after it, the names of sets whose cut
 * points and full folds are printed; every other set of the folder gets fingerprints only.
 */
public class WekaFiltersAndFolds {
  static final int FOLDS = 10;

  public static void main(String[] args) throws Exception {
    List<String> full = Arrays.asList(args).subList(1, args.length);
    System.out.println("{\"random\": [");
    long[] seeds = {0, 1, 2, 10, -1, 42, 4294967296L, Long.MAX_VALUE};
    for (int i = 0; i < seeds.length; i++) System.out.println((i > 0 ? "," : "") + random(seeds[i]));
    System.out.println("], \"numbers\": [");
    System.out.println(numbers());
    System.out.println("], \"synthetic\": [");
    int[][] made = {{1, 30}, {2, 60}, {3, 200}, {4, 200}, {5, 1500}};
    for (int i = 0; i < made.length; i++) {
      Instances data = read(new StringReader(synthetic(made[i][0], made[i][1])));
      String head = "{\"seed\": " + made[i][0] + ", \"rows\": " + made[i][1] + ", ";
      System.out.println((i > 0 ? "," : "") + head + describe(data, true) + "}");
    }
    System.out.println("], \"label_folds\": [");
    int[][] labels = {{1, 25, 3, 10}, {2, 10, 4, 10}, {3, 11, 2, 2}, {4, 1000, 7, 5}, {5, 48842, 3, 10}};
    for (int i = 0; i < labels.length; i++) System.out.println((i > 0 ? "," : "") + labelFolds(labels[i]));
    System.out.println("], \"sets\": {");
    File[] files = new File(args[0]).listFiles((folder, name) -> name.endsWith(".arff"));
    Arrays.sort(files);
    boolean first = true;
    for (File file : files) {
      String name = file.getName().replace(".arff", "");
      Instances data = read(new FileReader(file));
      String text = "\"" + name + "\": {" + describe(data, full.contains(name)) + "}";
      System.out.println((first ? "" : ",") + text);
      first = false;
    }
    System.out.println("}, \"lymph_j48\": [");
    Instances lymph = read(new FileReader(new File(args[0], "lymph.arff")));
    for (int run = 1; run <= 5; run++) System.out.println((run > 1 ? "," : "") + predictions(lymph, run));
    System.out.println("]}");
  }

  static String random(long seed) {
    Random r = new Random(seed);
    List<Object> draws = new ArrayList<>();
    for (int i = 0; i < 5; i++) draws.add(r.nextInt());
    for (int bound : bounds()) draws.add(r.nextInt(bound));
    for (int i = 0; i < 5; i++) draws.add(r.nextDouble());
    return "{\"seed\": " + seed + ", \"draws\": " + draws + "}";
  }

  /** Powers of two, small bounds, and bounds just above 2^30, where half the draws are refused. */
  static int[] bounds() {
    int[] special = {1, 2, 3, 10, 16, 1 << 30, (1 << 30) + 1, Integer.MAX_VALUE, 1000003};
    int[] all = new int[9 * special.length];
    for (int i = 0; i < all.length; i++) all[i] = special[i % special.length];
    return all;
  }

  /** Cut points as they are printed in labels. */
  static String numbers() {
    List<Double> xs = new ArrayList<>(Arrays.asList(0.0, -0.0, 1e-9, -1e-7, 0.0078125, -0.0078125, 1e20, 1e16,
        123456789.1234565, 9.9999995, 1234567.0000005, -3.0000015, 1099511627776.000244140625, 2.5, 0.1 + 0.2));
    Random r = new Random(7);
    for (int i = 0; i < 60; i++) {
      double scale = Math.pow(10, r.nextInt(13) - 6);
      xs.add((r.nextDouble() - 0.5) * scale);
      xs.add((r.nextInt(2000001) - 1000000) / 1e7); // ties in decimal, hardly ever in binary
    }
    List<String> out = new ArrayList<>();
    for (double x : xs) out.add("[" + x + ", \"" + Utils.doubleToString(x, 6) + "\"]");
    return String.join(",\n", out);
  }

  /** A small ARFF text that the tests make too, draw by draw. */
  static String synthetic(int seed, int rows) {
    Random r = new Random(seed);
    StringBuilder text = new StringBuilder("@relation made\n@attribute ties numeric\n@attribute wide numeric\n"
        + "@attribute holes numeric\n@attribute constant numeric\n@attribute empty numeric\n@attribute small numeric\n"
        + "@attribute colour {red,green,blue,grey}\n@attribute unknown {yes,no}\n@attribute class {a,b,c}\n@data\n");
    for (int i = 0; i < rows; i++) {
      int c = r.nextInt(3);
      double ties = (r.nextInt(20) + c) / 4.0;
      double wide = r.nextDouble() * 100 - 50;
      boolean hole = r.nextInt(5) == 0;
      double holes = c * 1.5 + r.nextDouble() * 3;
      double small = (c + r.nextDouble()) * 1e-3;
      int colour = r.nextInt(6);
      text.append(ties + "," + wide + "," + (hole ? "?" : "" + holes) + ",7.25,?," + small + ","
          + (colour > 3 ? "?" : "red,green,blue,grey".split(",")[colour]) + ",?," + "abc".charAt(c) + "\n");
    }
    return text.toString();
  }

  /** Folds of labels drawn at random, the last of the "classes" meaning that the class is missing. */
  static String labelFolds(int[] p) throws Exception {
    Random r = new Random(p[0]);
    StringBuilder text = new StringBuilder("@relation made\n@attribute x numeric\n@attribute class {");
    for (int c = 0; c < p[2] - 1; c++) text.append((c > 0 ? "," : "") + "c" + c);
    text.append("}\n@data\n");
    for (int i = 0; i < p[1]; i++) {
      int c = r.nextInt(p[2]);
      text.append("0," + (c == p[2] - 1 ? "?" : "c" + c) + "\n");
    }
    Instances data = read(new StringReader(text.toString()));
    return "{\"seed\": " + p[0] + ", \"rows\": " + p[1] + ", \"classes\": " + p[2] + ", \"folds\": " + p[3]
        + ", \"runs\": [" + folds(data, 1, p[3], false) + ", " + folds(data, 2, p[3], false) + "]}";
  }

  static Instances read(Reader reader) throws Exception {
    Instances data = new Instances(reader);
    data.setClassIndex(data.numAttributes() - 1);
    return data;
  }

  static String describe(Instances data, boolean full) throws Exception {
    Filter replace = fit(new ReplaceMissingValues(), data);
    Instances replaced = transform(replace, data);
    weka.filters.unsupervised.attribute.Discretize width = new weka.filters.unsupervised.attribute.Discretize();
    Instances binned = transform(fit(width, replaced), replaced);
    weka.filters.supervised.attribute.Discretize mdl = new weka.filters.supervised.attribute.Discretize();
    Instances mdlBinned = transform(fit(mdl, data), data);

    Instances train = training(data);
    Filter trainReplace = fit(new ReplaceMissingValues(), train);
    Filter trainWidth = fit(new weka.filters.unsupervised.attribute.Discretize(), train);
    Filter trainMdl = fit(new weka.filters.supervised.attribute.Discretize(), train);
    StringBuilder out = new StringBuilder("\"raw\": " + print(data) + ", \"replace\": " + print(replaced)
        + ", \"width\": " + print(binned) + ", \"mdl\": " + print(mdlBinned)
        + ", \"train_replace\": " + print(transform(trainReplace, data))
        + ", \"train_width\": " + print(transform(trainWidth, data))
        + ", \"train_mdl\": " + print(transform(trainMdl, data)));
    if (full) {
      out.append(",\n \"cuts\": {");
      boolean first = true;
      for (int i = 0; i < data.numAttributes(); i++) {
        if (!data.attribute(i).isNumeric()) continue;
        out.append((first ? "" : ",\n  ") + "\"" + data.attribute(i).name() + "\": [" + cuts(width.getCutPoints(i))
            + ", " + cuts(mdl.getCutPoints(i)) + "]");
        first = false;
      }
      out.append("},\n \"labels\": [" + runLengths(data) + "],\n \"runs\": [");
      boolean whole = data.numInstances() <= 57 || data.numInstances() == 150;
      for (int run = 1; run <= 3; run++) out.append((run > 1 ? ",\n  " : "") + folds(data, run, FOLDS, whole && run == 1));
      out.append("]");
    }
    return out.toString();
  }

  /** The supervised filter refuses rows without a class, so it never gets to see them. */
  static Filter fit(Filter filter, Instances data) throws Exception {
    if (filter instanceof weka.filters.supervised.attribute.Discretize) {
      data = new Instances(data);
      data.deleteWithMissingClass();
    }
    filter.setInputFormat(data);
    Filter.useFilter(data, filter);
    return filter;
  }

  static Instances transform(Filter fitted, Instances data) throws Exception {
    return Filter.useFilter(data, fitted);
  }

  /** The first fold's training rows of run 1, in the order in which a learner sees them. */
  static Instances training(Instances data) {
    Instances copy = new Instances(data);
    Random rnd = new Random(1);
    copy.randomize(rnd);
    copy.stratify(FOLDS);
    return copy.trainCV(FOLDS, 0, rnd);
  }

  static String cuts(double[] points) {
    return points == null ? "[]" : Arrays.toString(points);
  }

  static String runLengths(Instances data) {
    List<String> out = new ArrayList<>();
    for (int i = 0, start = 0; i <= data.numInstances(); i++) {
      if (i < data.numInstances() && data.instance(i).classValue() == data.instance(start).classValue()) continue;
      out.add((int) data.instance(start).classValue() + ", " + (i - start));
      start = i;
    }
    return String.join(", ", out);
  }

  /** Distributions of J48 for each fold: the different ones, then which one each test row has. */
  static String predictions(Instances data, int run) throws Exception {
    data = transform(fit(new ReplaceMissingValues(), data), data);
    data = transform(fit(new weka.filters.unsupervised.attribute.Discretize(), data), data);
    Random rnd = new Random(run);
    data.randomize(rnd);
    data.stratify(FOLDS);
    List<String> out = new ArrayList<>();
    for (int f = 0; f < FOLDS; f++) {
      J48 tree = new J48();
      tree.buildClassifier(data.trainCV(FOLDS, f, rnd));
      Instances test = data.testCV(FOLDS, f);
      List<String> different = new ArrayList<>();
      List<Integer> which = new ArrayList<>();
      for (int i = 0; i < test.numInstances(); i++) {
        String text = Arrays.toString(tree.distributionForInstance(test.instance(i)));
        if (!different.contains(text)) different.add(text);
        which.add(different.indexOf(text));
      }
      out.add("[" + different + ", " + which + "]");
    }
    return "[" + String.join(",\n ", out) + "]";
  }

  /** Row numbers travel in the weights, which neither shuffling nor stratifying looks at. */
  static String folds(Instances data, int run, int n, boolean whole) throws Exception {
    Instances copy = new Instances(data);
    for (int i = 0; i < copy.numInstances(); i++) copy.instance(i).setWeight(i + 1);
    Random rnd = new Random(run);
    copy.randomize(rnd);
    copy.stratify(n);
    List<String> train = new ArrayList<>();
    List<String> test = new ArrayList<>();
    for (int f = 0; f < n; f++) {
      train.add(rows(copy.trainCV(n, f, rnd), whole));
      test.add(rows(copy.testCV(n, f), whole));
    }
    return "{\"run\": " + run + ", \"train\": [" + String.join(", ", train) + "], \"test\": ["
        + String.join(", ", test) + "]}";
  }

  static String rows(Instances data, boolean whole) throws Exception {
    int[] ids = new int[data.numInstances()];
    for (int i = 0; i < ids.length; i++) ids[i] = (int) data.instance(i).weight() - 1;
    if (whole) return Arrays.toString(ids).replace(" ", "");
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (int id : ids) put(digest, id, 4);
    return hex(digest);
  }

  /** Fingerprint of header and cells, the class left out. */
  static String print(Instances data) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (int a = 0; a < data.numAttributes() - 1; a++) {
      Attribute attribute = data.attribute(a);
      for (int v = 0; v < attribute.numValues(); v++) digest.update((attribute.value(v) + "\n").getBytes("UTF-8"));
      for (int i = 0; i < data.numInstances(); i++) {
        Instance row = data.instance(i);
        if (attribute.isNominal()) put(digest, row.isMissing(a) ? -1 : (int) row.value(a), 4);
        else put(digest, Double.doubleToLongBits(row.isMissing(a) ? Double.NaN : row.value(a) + 0.0), 8);
      }
    }
    return hex(digest);
  }

  static void put(MessageDigest digest, long value, int bytes) {
    for (int b = 0; b < bytes; b++) digest.update((byte) (value >>> (8 * b)));
  }

  static String hex(MessageDigest digest) {
    StringBuilder out = new StringBuilder();
    byte[] bytes = digest.digest();
    for (int i = 0; i < 8; i++) out.append(String.format("%02x", bytes[i]));
    return "\"" + out + "\"";
  }
}
