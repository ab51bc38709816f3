# Finds a JDK for Reprise. Sourced by `mvnw` and `reprise`; POSIX sh, no side effects until called.
#
#   find_jdk    sets and exports JAVA_HOME to a JDK of at least version $jdk_wanted. Keeps the caller's
#               JAVA_HOME when it is good enough; otherwise takes exactly $jdk_wanted if one is installed
#               in a usual place, else the lowest newer one. Finds none: one sentence on stderr, returns 2.

jdk_wanted=25
# Where the folders of the system are; ScriptsTest puts a made-up one here.
jdk_system=

# Prints the feature version (25) of the JDK in folder $1; fails when that is not a JDK.
jdk_version() {
  [ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  jdk_release=$(sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9][0-9]*\).*/\1/p' "$1/release" 2>/dev/null | head -n 1)
  [ -n "$jdk_release" ] && printf '%s\n' "$jdk_release"
}

# Prints the absolute path behind $1 after following symbolic links.
jdk_follow() {
  jdk_path=$1
  while [ -h "$jdk_path" ]; do
    jdk_target=$(readlink -- "$jdk_path") || return 1
    case $jdk_target in
      /*) jdk_path=$jdk_target ;;
      *) jdk_path=$(dirname -- "$jdk_path")/$jdk_target ;;
    esac
  done
  printf '%s/%s\n' "$(CDPATH='' cd -- "$(dirname -- "$jdk_path")" && pwd -P)" "$(basename -- "$jdk_path")"
}

# Prints the folders that may be JDKs, one per line; most do not exist on any one machine.
jdk_places() {
  if jdk_java=$(command -v java) && jdk_java=$(jdk_follow "$jdk_java"); then
    printf '%s\n' "${jdk_java%/bin/java}"
  fi
  jdk_user=${HOME:-/nonexistent}
  # Linux distributions and containers; version managers; IDEs and build tools; Homebrew; macOS.
  printf '%s\n' \
    "$jdk_system"/usr/lib/jvm/* "$jdk_system"/usr/lib64/jvm/* "$jdk_system"/usr/java/* \
    "$jdk_system"/usr/local/java/* "$jdk_system"/usr/local/openjdk* \
    "$jdk_system"/opt/*jdk* "$jdk_system"/opt/java/* "$jdk_system"/opt/jdks/* \
    "${SDKMAN_DIR:-$jdk_user/.sdkman}"/candidates/java/* \
    "${ASDF_DATA_DIR:-$jdk_user/.asdf}"/installs/java/* \
    "${MISE_DATA_DIR:-$jdk_user/.local/share/mise}"/installs/java/* \
    "${JENV_ROOT:-$jdk_user/.jenv}"/versions/* \
    "$jdk_user"/.jabba/jdk/* \
    "$jdk_user"/.jdks/* "$jdk_user"/.gradle/jdks/* "$jdk_user"/.gradle/jdks/*/* \
    "$jdk_system"/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk \
    "$jdk_system"/usr/local/opt/openjdk*/libexec/openjdk.jdk \
    "$jdk_system"/home/linuxbrew/.linuxbrew/opt/openjdk*/libexec \
    "$jdk_system"/Library/Java/JavaVirtualMachines/* "$jdk_user"/Library/Java/JavaVirtualMachines/*
}

# Prints the best JDK among jdk_places; fails when there is none.
jdk_best() {
  set +f
  jdk_places | {
    jdk_best_home= jdk_best_version=
    while IFS= read -r jdk_place; do
      for jdk_candidate in "$jdk_place" "$jdk_place/Contents/Home"; do
        jdk_found=$(jdk_version "$jdk_candidate") || continue
        [ "$jdk_found" -ge "$jdk_wanted" ] || continue
        if [ -z "$jdk_best_version" ] || [ "$jdk_found" -lt "$jdk_best_version" ]; then
          jdk_best_home=$jdk_candidate jdk_best_version=$jdk_found
        fi
      done
    done
    [ -n "$jdk_best_home" ] && printf '%s\n' "$jdk_best_home"
  }
}

find_jdk() {
  if [ -n "${JAVA_HOME:-}" ] && jdk_current=$(jdk_version "$JAVA_HOME") && [ "$jdk_current" -ge "$jdk_wanted" ]; then
    JAVA_HOME=$(CDPATH='' cd -- "$JAVA_HOME" && pwd)
  elif ! JAVA_HOME=$(jdk_best); then
    echo "Reprise needs JDK $jdk_wanted or newer and found none: install one (for example from https://adoptium.net)" \
      "or set JAVA_HOME to the folder of one that is installed." >&2
    return 2
  fi
  export JAVA_HOME
}
