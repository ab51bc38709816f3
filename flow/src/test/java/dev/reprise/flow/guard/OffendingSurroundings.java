package dev.reprise.flow.guard;

import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;

/** Calls about the world, the machine and its defaults that a workflow may not make. */
@SuppressWarnings({
    "all",
    "deprecation",
    "removal",
    "try",
    // Error Prone is right about all of these, which is why the guard must find them.
    "BanSerializableRead",
    "CheckReturnValue",
    "DefaultCharset",
    "DefaultLocale",
    "EnumOrdinal",
    "FutureReturnValueIgnored",
    "IdentityHashMapUsage",
    "JavaTimeDefaultTimeZone",
    "JavaUtilDate",
    "LockNotBeforeTry",
    "NotifyNoArgs",
    "NonAtomicVolatileUpdate",
    "RandomModInteger",
    "ReturnValueIgnored",
    "SimpleDateFormatConstant",
    "StaticAssignmentInConstructor",
    "StreamResourceLeak",
    "StringCaseLocaleUsage",
    "SystemConsoleNull",
    "SystemOut",
    "ThreadPriorityCheck",
    "UnusedVariable",
    "WaitNotInLoop"
})
final class OffendingSurroundings {
    private OffendingSurroundings() {}

    static class FileExists {
        boolean run() {
            return new File("a").exists(); // ! IO
        }
    }

    static class FileRead {
        Object run() throws IOException {
            return new FileReader("a"); // ! IO
        }
    }

    static class ReadString {
        String run() throws IOException {
            return Files.readString(Path.of("a")); // ! IO
        }
    }

    static class NewSocket {
        Socket run() throws IOException {
            return new Socket("localhost", 1); // ! IO
        }
    }

    static class OpenUrl {
        Object run(URI uri) throws IOException {
            return uri.toURL().openStream(); // ! IO
        }
    }

    static class Resolve {
        Object run() throws IOException {
            return InetAddress.getByName("localhost"); // ! IO
        }
    }

    static class SystemOut {
        void run() {
            System.out.println("here"); // ! IO
        }
    }

    static class SystemIn {
        int run() throws IOException {
            return System.in.read(); // ! IO
        }
    }

    static class PrintLine {
        void run() {
            IO.println("here"); // ! IO
        }
    }

    static class PrintStackTrace {
        void run(Exception e) {
            e.printStackTrace(); // ! IO
        }
    }

    static class SystemLogger {
        void run() {
            System.getLogger("orders").log(System.Logger.Level.INFO, "here"); // ! IO
        }
    }

    static class StartProcess {
        Object run() throws IOException {
            return new ProcessBuilder("ls").start(); // ! IO
        }
    }

    static class GetEnv {
        String run() {
            return System.getenv("HOME"); // ! ENVIRONMENT
        }
    }

    static class GetProperty {
        String run() {
            return System.getProperty("user.name"); // ! ENVIRONMENT
        }
    }

    static class Exit {
        void run() {
            System.exit(1); // ! ENVIRONMENT
        }
    }

    static class Processors {
        int run() {
            return Runtime.getRuntime().availableProcessors(); // ! ENVIRONMENT
        }
    }

    static class DefaultLocale {
        Locale run() {
            return Locale.getDefault(); // ! LOCALE
        }
    }

    static class DefaultZone {
        ZoneId run() {
            return ZoneId.systemDefault(); // ! LOCALE
        }
    }

    static class DefaultTimeZone {
        TimeZone run() {
            return TimeZone.getDefault(); // ! LOCALE
        }
    }

    static class DefaultCharset {
        Charset run() {
            return Charset.defaultCharset(); // ! LOCALE
        }
    }

    static class Format {
        String run(double price) {
            return String.format("%.2f", price); // ! LOCALE
        }
    }

    static class Formatted {
        String run(double price) {
            return "%.2f".formatted(price); // ! LOCALE
        }
    }

    static class LowerCase {
        String run(String text) {
            return text.toLowerCase(); // ! LOCALE
        }
    }

    static class NewDateFormat {
        Object run() {
            return new SimpleDateFormat("dd MMM"); // ! LOCALE
        }
    }

    static class NumberFormatInstance {
        Object run() {
            return NumberFormat.getInstance(); // ! LOCALE
        }
    }

    static class MonthNames {
        Object run() {
            return DateTimeFormatter.ofPattern("dd MMM uuuu"); // ! LOCALE
        }
    }

    static class IdentityHashCode {
        int run(Object any) {
            return System.identityHashCode(any); // ! IDENTITY
        }
    }

    static class NewIdentityMap {
        Object run() {
            return new IdentityHashMap<String, String>(); // ! IDENTITY
        }
    }

    static class NewWeakReference {
        Object run(Object any) {
            return new WeakReference<>(any); // ! IDENTITY
        }
    }

    static class EnumHashCode {
        int run(TimeUnit unit) {
            return unit.hashCode(); // ! IDENTITY
        }
    }

    static class ForName {
        Object run() throws Exception {
            return Class.forName("java.lang.String"); // ! OPAQUE
        }
    }

    static class Services {
        Object run() {
            return ServiceLoader.load(Runnable.class); // ! OPAQUE
        }
    }

    static class NativeMethod {
        native int answer();

        int run() {
            return answer(); // ! OPAQUE
        }
    }
}
