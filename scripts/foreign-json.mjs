// Checks that JSON is read by `parseJson` and written by `writeJson` of core/json: `JSON.parse` rounds numbers and moves
// names, and `JSON.stringify` writes a number with digits as a string. Texts, numbers and lists of them may be written
// by `JSON.stringify`, to quote them. Names the place of each breach; exit code 1 if there is one.
//
//   node scripts/foreign-json.mjs
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { breachesOfFile, report } from './source-breaches.mjs';

/** Code that reads and writes only what it wrote itself, or that is the reader and the writer. */
const EXCEPT = [
  /^core\/(json|number-as-written|canonical)\.ts$/,
  // Files of the engine and the workers: process ids, ports, times.
  /^(engine|worker)\//,
  // Purposes of random draws: texts and numbers of ours; changing their text would change every draw.
  /^core\/random\.ts$/,
  // This package's own package.json.
  /^app\/product-version\.ts$/,
];
const READ = 'Numbers and the order of names are lost: use parseJson of core/json.';
const WRITE = 'Numbers with digits of their own become strings: use writeJson of core/json.';
const PLAIN =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined;

if (process.argv[1] === fileURLToPath(import.meta.url))
  report(breachOf, (path) => EXCEPT.some((one) => one.test(path)));

/** @returns a line for each breach in a file, in the order in which they stand there */
export const breachesOf = (file, checker) => breachesOfFile(file, checker, breachOf);

function breachOf(node, checker) {
  if (!ts.isPropertyAccessExpression(node) || node.expression.getText() !== 'JSON') return undefined;
  if (node.name.text === 'parse') return READ;
  const { parent } = node;
  const call = ts.isCallExpression(parent) && parent.expression === node ? parent : undefined;
  const [written] = call?.arguments ?? [];
  // A writer of strings may be handed on; its type says so.
  if (written === undefined)
    return isWriterOfTexts(checker.getContextualType(node), checker) ? undefined : WRITE;
  return isPlain(checker.getTypeAtLocation(written), checker) ? undefined : WRITE;
}

function isWriterOfTexts(type, checker) {
  const [signature] = type?.getCallSignatures() ?? [];
  const [parameter] = signature?.getParameters() ?? [];
  return parameter !== undefined && isPlain(checker.getTypeOfSymbol(parameter), checker);
}

function isPlain(type, checker) {
  if (type.isUnion()) return type.types.every((one) => isPlain(one, checker));
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker.getTypeArguments(type).every((one) => isPlain(one, checker));
  return (type.flags & PLAIN) !== 0;
}
