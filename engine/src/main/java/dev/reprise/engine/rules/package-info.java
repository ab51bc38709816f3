/**
 * This package is rules in files: {@link dev.reprise.engine.rules.RuleFile} reads and writes {@link
 * dev.reprise.policy.Rules} as YAML and JSON. What is wrong is told with its line, the value that
 * was found and what would be right. It must not know who asks for policies.
 */
package dev.reprise.engine.rules;
