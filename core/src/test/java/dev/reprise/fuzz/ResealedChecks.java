package dev.reprise.fuzz;

import dev.reprise.choice.ChoiceLog;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Puts the right checks into a JSON log, as the refusals themselves tell to do. */
final class ResealedChecks {
    private static final int TRIES_MAX = 20;
    private static final Pattern ADVICE =
            Pattern.compile("check is (.{0,80}), the content gives ([0-9a-f]{8})");

    private ResealedChecks() {}

    /** The input with the first wrong checks made right, as far as they can be found in it. */
    static byte[] of(byte[] input) throws IOException {
        var bytes = input;
        for (int i = 0; i < TRIES_MAX; i++) {
            String message;
            try {
                ChoiceLog.readJson(new ByteArrayInputStream(bytes));
                return bytes;
            } catch (Malformed e) {
                if (e.problem() != Problem.CHECKSUM) {
                    return bytes;
                }
                message = String.valueOf(e.getMessage());
            }
            var matcher = ADVICE.matcher(message);
            var text = new String(bytes, StandardCharsets.ISO_8859_1);
            if (!matcher.find()) {
                return bytes;
            }
            var sealed =
                    text.replace("\"" + matcher.group(1) + "\"", "\"" + matcher.group(2) + "\"");
            if (sealed.equals(text)) {
                return bytes;
            }
            bytes = sealed.getBytes(StandardCharsets.ISO_8859_1);
        }
        return bytes;
    }
}
