import type ts from 'typescript';

export function breachesOf(file: ts.SourceFile, checker: ts.TypeChecker): string[];
