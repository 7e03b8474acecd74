import ts from 'typescript';

/** Whether a type is any string, not one of known ones: such a name may be `__proto__` or `constructor`. */
const isAnyText = (type) =>
  type.isUnion() ? type.types.some(isAnyText) : (type.flags & ts.TypeFlags.String) !== 0;

/**
 * Records keyed by names from outside are read with `ownPart`, written with `putPart` and parsed with `recordOf`: a plain
 * `record[name]` finds `constructor` in every object and loses what is assigned to `__proto__`.
 */
export default {
  rules: {
    'outside-names': {
      meta: {
        type: 'problem',
        messages: {
          read: 'A name from outside may be one that every object has: use ownPart(record, name), or a Map.',
          write: 'What is assigned to "__proto__" is lost: use putPart(record, name, value), or a Map.',
          has: 'Every object has "constructor": use Object.hasOwn(record, name).',
          schema: 'zod\'s own drops "__proto__": use recordOf or jsonSchema of core/own-record.',
        },
        schema: [],
      },
      create(context) {
        const services = context.sourceCode.parserServices;
        const checker = services.program.getTypeChecker();
        const typeOf = (node) => services.getTypeAtLocation(node);
        return {
          MemberExpression(node) {
            if (!node.computed || node.property.type === 'Literal' || !isAnyText(typeOf(node.property)))
              return;
            const object = checker.getApparentType(checker.getNonNullableType(typeOf(node.object)));
            if (checker.getIndexInfoOfType(object, ts.IndexKind.String) === undefined && !object.isUnion())
              return;
            const { parent } = node;
            // Deleting an own part is safe under every name.
            if (parent.type === 'UnaryExpression' && parent.operator === 'delete') return;
            const written =
              (parent.type === 'AssignmentExpression' && parent.left === node) ||
              parent.type === 'UpdateExpression';
            context.report({ node, messageId: written ? 'write' : 'read' });
          },
          BinaryExpression(node) {
            if (node.operator !== 'in' || node.left.type === 'Literal' || !isAnyText(typeOf(node.left)))
              return;
            context.report({ node, messageId: 'has' });
          },
          CallExpression({ callee, arguments: [key] }) {
            if (callee.type !== 'MemberExpression' || callee.object.name !== 'z') return;
            if (callee.property.name === 'json') context.report({ node: callee, messageId: 'schema' });
            const isEnum = key?.type === 'CallExpression' && key.callee.property?.name === 'enum';
            if (callee.property.name === 'record' && !isEnum)
              context.report({ node: callee, messageId: 'schema' });
          },
        };
      },
    },
  },
};
