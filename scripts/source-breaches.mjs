// What the checks of scripts/outside-names.mjs and scripts/foreign-json.mjs share: a walk over the product's sources with
// their types.
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Prints a line for each breach in the product's files; exit code 1 if there is one.
 * @param breachOf what a node breaches, if anything, with the type checker
 * @param isExempt whether a file, by its path from the root, is left out
 */
export function report(breachOf, isExempt) {
  const breaches = ['tsconfig.build.json', 'review/web/tsconfig.json'].flatMap((config) =>
    breachesIn(config, breachOf, isExempt),
  );
  for (const breach of breaches) console.error(breach);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}

function breachesIn(config, breachOf, isExempt) {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (error) => console.error(error.messageText),
  };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(`${root}${config}`, {}, host);
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  return fileNames
    .map((name) => program.getSourceFile(name))
    .filter((file) => !file.isDeclarationFile && !isExempt(relative(root, file.fileName)))
    .flatMap((file) => breachesOfFile(file, checker, breachOf));
}

/** @returns a line for each breach in a file, in the order in which they stand there */
export function breachesOfFile(file, checker, breachOf) {
  const found = [];
  const visit = (node) => {
    const said = breachOf(node, checker);
    if (said !== undefined) {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push(`${relative(root, file.fileName)}:${line + 1}:${character + 1} ${said}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
