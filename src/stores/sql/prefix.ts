import {
  type CreateIndexNode,
  type DropIndexNode,
  IdentifierNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PrimaryKeyConstraintNode,
  type SchemableIdentifierNode,
  type UniqueConstraintNode,
} from 'kysely'
import { CompactionError } from '../../schema/failures.ts'
import { TABLE_NAMES } from './tables.ts'

/** PostgreSQL cuts names after 63 bytes, and our longest is 25. SQLite keeps names that begin with `sqlite_` for itself. */
const PREFIX = /^(?!sqlite_)[a-z_][a-z0-9_]{0,31}$/

/** The prefix itself, if tables may be named so; no prefix is an empty one. */
export function checkedPrefix(prefix: unknown = ''): string {
  if (typeof prefix === 'string' && (prefix === '' || PREFIX.test(prefix))) return prefix
  const expected = 'at most 32 small letters, digits and underscores, the first no digit, and not sqlite_'
  throw new CompactionError<'input-invalid'>({
    ...{ code: 'input-invalid', at: 'prefix', expected, found: JSON.stringify(prefix) ?? typeof prefix },
  })
}

/** Puts a prefix before the names of our tables, and of their indexes and constraints, in everything that Kysely writes. */
export function prefixPlugin(prefix: string): KyselyPlugin {
  const transformer = new Prefixer(prefix)
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

type QueryId = Parameters<OperationNodeTransformer['transformNode']>[1]

class Prefixer extends OperationNodeTransformer {
  readonly #prefix: string

  constructor(prefix: string) {
    super()
    this.#prefix = prefix
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode, queryId?: QueryId): SchemableIdentifierNode {
    const made = super.transformSchemableIdentifier(node, queryId)
    return TABLE_NAMES.has(made.identifier.name) ? { ...made, identifier: this.#named(made.identifier) } : made
  }

  protected override transformCreateIndex(node: CreateIndexNode, queryId?: QueryId): CreateIndexNode {
    const made = super.transformCreateIndex(node, queryId)
    return { ...made, name: this.#named(made.name) }
  }

  protected override transformDropIndex(node: DropIndexNode, queryId?: QueryId): DropIndexNode {
    const made = super.transformDropIndex(node, queryId)
    return { ...made, name: { ...made.name, identifier: this.#named(made.name.identifier) } }
  }

  protected override transformPrimaryKeyConstraint(node: PrimaryKeyConstraintNode, queryId?: QueryId): PrimaryKeyConstraintNode {
    const made = super.transformPrimaryKeyConstraint(node, queryId)
    return made.name === undefined ? made : { ...made, name: this.#named(made.name) }
  }

  protected override transformUniqueConstraint(node: UniqueConstraintNode, queryId?: QueryId): UniqueConstraintNode {
    const made = super.transformUniqueConstraint(node, queryId)
    return made.name === undefined ? made : { ...made, name: this.#named(made.name) }
  }

  #named({ name }: IdentifierNode): IdentifierNode {
    return IdentifierNode.create(`${this.#prefix}${name}`)
  }
}
