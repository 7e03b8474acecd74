// Checks that records keyed by names from outside are read with `ownPart`, written with `putPart` and parsed with
// `recordOf`: a plain `record[name]` finds `constructor` in every object and loses what is assigned to `__proto__`. Names
// the place of each breach; exit code 1 if there is one. Tests and benchmarks give the names themselves.
//
//   node scripts/outside-names.mjs
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { breachesOfFile, report } from './source-breaches.mjs';

/** Where the words below are carried out. */
const EXCEPT = new Set(['core/own-part.ts']);
const READ = 'A name from outside may be one that every object has: use ownPart(record, name), or a Map.';
const WRITE = 'What is assigned to "__proto__" is lost: use putPart(record, name, value), or a Map.';
const HAS = 'Every object has "constructor": use Object.hasOwn(record, name).';
const SCHEMA = 'zod\'s own drops "__proto__": use recordOf or jsonSchema of core/own-record.';

if (process.argv[1] === fileURLToPath(import.meta.url)) report(breachOf, (path) => EXCEPT.has(path));

/** @returns a line for each breach in a file, in the order in which they stand there */
export const breachesOf = (file, checker) => breachesOfFile(file, checker, breachOf);

/** Whether a type is any string, not one of known ones: such a name may be `__proto__` or `constructor`. */
function isAnyText(type) {
  return type.isUnion() ? type.types.some(isAnyText) : (type.flags & ts.TypeFlags.String) !== 0;
}

function breachOf(node, checker) {
  const isOutside = (name) => !ts.isLiteralExpression(name) && isAnyText(checker.getTypeAtLocation(name));

  if (ts.isElementAccessExpression(node) && isOutside(node.argumentExpression)) {
    const object = checker.getApparentType(
      checker.getNonNullableType(checker.getTypeAtLocation(node.expression)),
    );
    if (checker.getIndexInfoOfType(object, ts.IndexKind.String) === undefined && !object.isUnion()) return;
    const { parent } = node;
    // Deleting an own part is safe under every name.
    return ts.isDeleteExpression(parent) ? undefined : isWritten(node, parent) ? WRITE : READ;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
    return isOutside(node.left) ? HAS : undefined;
  if (ts.isCallExpression(node) && isPartOf(node.expression, 'z')) {
    const called = node.expression.name.text;
    const [key] = node.arguments;
    const isEnum = key !== undefined && ts.isCallExpression(key) && key.expression.name?.text === 'enum';
    return called === 'json' || (called === 'record' && !isEnum) ? SCHEMA : undefined;
  }
}

function isPartOf(node, name) {
  return ts.isPropertyAccessExpression(node) && node.expression.text === name;
}

function isWritten(node, parent) {
  if (ts.isBinaryExpression(parent))
    return (
      parent.left === node &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  return (
    (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) &&
    [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(parent.operator)
  );
}
