import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import weka.core.*;

/**
 * What Weka reads from ARFF texts (arff_weka.json was made with it, Weka 3.9.7; 3.6.14
 * says the same). Arguments: text files; output: one JSON object per
 * line, {"file", "attributes": [[name, values or null]], "rows"} or
 * {"file", "error"}. A row holds a value index, a number, or null where it is missing.
 */
public class WekaArff {
  static String quote(String s) {
    StringBuilder b = new StringBuilder("\"");
    for (char c : s.toCharArray()) {
      if (c == '"' || c == '\\') b.append('\\').append(c);
      else if (c < 32 || c > 126) b.append(String.format("\\u%04x", (int) c));
      else b.append(c);
    }
    return b.append('"').toString();
  }

  static String read(String file) {
    try (Reader in = Files.newBufferedReader(Paths.get(file), StandardCharsets.UTF_8)) {
      Instances data = new Instances(in);
      StringJoiner attributes = new StringJoiner(", ", "[", "]");
      for (int j = 0; j < data.numAttributes(); j++) {
        Attribute a = data.attribute(j);
        StringJoiner values = new StringJoiner(", ", "[", "]");
        for (int v = 0; a.isNominal() && v < a.numValues(); v++) values.add(quote(a.value(v)));
        attributes.add("[" + quote(a.name()) + ", " + (a.isNominal() ? values : "null") + "]");
      }
      StringJoiner rows = new StringJoiner(", ", "[", "]");
      for (int i = 0; i < data.numInstances(); i++) {
        StringJoiner row = new StringJoiner(", ", "[", "]");
        for (int j = 0; j < data.numAttributes(); j++) {
          double v = data.instance(i).value(j);
          row.add(data.instance(i).isMissing(j) ? "null" : Double.isInfinite(v) ? "\"inf\"" : Double.toString(v));
        }
        rows.add(row.toString());
      }
      return "\"attributes\": " + attributes + ", \"rows\": " + rows;
    } catch (Exception e) {
      return "\"error\": " + quote(String.valueOf(e.getMessage()));
    }
  }

  public static void main(String[] files) {
    for (String file : files)
      System.out.println("{\"file\": " + quote(new File(file).getName()) + ", " + read(file) + "}");
  }
}
