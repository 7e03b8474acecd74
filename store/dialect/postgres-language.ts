import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type DataTypeNode } from 'kysely';
import type { Language } from './kysely-dialect.js';

/** Maps the column types of the migrations, which are written for SQLite, to those of PostgreSQL. */
class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const parent = this.parentNode;
    if (parent?.kind !== 'ColumnDefinitionNode') return super.visitDataType(node);
    if (node.dataType === 'blob') return this.append('bytea');
    // Byte order, as in SQLite, because the order of an export's items must not depend on the server's locale.
    if (node.dataType === 'text') return this.append('text collate "C"');
    if (node.dataType === 'integer' && 'autoIncrement' in parent) return this.append('bigint');
    return super.visitDataType(node);
  }

  protected override getAutoIncrement(): string {
    return 'generated always as identity';
  }
}

export const POSTGRES: Language = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new Compiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
};
