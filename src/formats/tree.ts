/** One conversation of a tree of lines: from the root on, and where it left another one. */
export interface Limb<Node> {
  readonly nodes: readonly Node[]
  /** Which limb it left, by its place in the list, and how many of that one's nodes it shares; absent for the first. */
  readonly left?: { readonly of: number; readonly shared: number }
}

/** How a program's lines form a tree. */
interface TreeRules<Node> {
  idOf(node: Node): string | undefined
  /** The id of the line that it follows; `undefined` if it says nothing: then it follows the line before it. */
  parentOf(node: Node): string | undefined
  /** Whether a conversation can end with it. */
  isEnd(node: Node): boolean
  /** Whether a line beside the path belongs to what is on it all the same: one of several results, a piece of an answer. */
  belongs?(node: Node, path: ReadonlySet<Node>): boolean
}

/**
 * The conversations of a tree of lines: the first ends with the last line, every other was left for another one. Lines stand in the order
 * of the file, which is that of time.
 *
 *     u1 ── a1 ── u2 ── a2             u1 a1 u3 a3   and, leaving it behind a1,   u1 a1 u2 a2
 *             └── u3 ── a3
 */
export function limbsOf<Node>(nodes: readonly Node[], rules: TreeRules<Node>): readonly Limb<Node>[] {
  const parents = parentsOf(nodes, rules)
  const owner = new Map<Node, { readonly limb: number; readonly at: number }>()
  const limbs: Limb<Node>[] = []
  for (const end of nodes.toReversed()) {
    if (owner.has(end) || !rules.isEnd(end)) continue
    const own = new Set<Node>()
    let at: Node | undefined = end
    for (; at !== undefined && !owner.has(at) && !own.has(at); at = parents.get(at)) own.add(at)
    const left = at === undefined ? undefined : owner.get(at)
    gatherBeside(nodes, own, (node, before) => {
      if (owner.has(node)) return false
      const isNameless = rules.idOf(node) === undefined && before !== undefined && own.has(before)
      return isNameless || rules.belongs?.(node, own) === true
    })
    const before = left === undefined ? [] : (limbs[left.limb]?.nodes.slice(0, left.at + 1) ?? [])
    const whole = [...before, ...nodes.filter((node) => own.has(node))]
    for (const [place, node] of whole.entries()) if (own.has(node)) owner.set(node, { limb: limbs.length, at: place })
    limbs.push({ nodes: whole, ...(left === undefined ? {} : { left: { of: left.limb, shared: before.length } }) })
  }
  return limbs
}

/** A line that names no parent, one that is not there, or itself, follows the line before it. An id that is there twice means the first. */
function parentsOf<Node>(nodes: readonly Node[], { idOf, parentOf }: TreeRules<Node>): ReadonlyMap<Node, Node> {
  const byId = new Map<string, Node>()
  const parents = new Map<Node, Node>()
  let before: Node | undefined
  for (const node of nodes) {
    const id = idOf(node)
    const named = parentOf(node)
    const isTwice = id !== undefined && byId.has(id)
    const parent = (named === undefined || isTwice ? undefined : byId.get(named)) ?? before
    if (parent !== undefined) parents.set(node, parent)
    if (id !== undefined && !isTwice) byId.set(id, node)
    before = node
  }
  return parents
}

/** What is taken in may have others belong to it in turn. A line that nobody can name stands with the line before it. */
function gatherBeside<Node>(
  nodes: readonly Node[],
  own: Set<Node>,
  belongs: (node: Node, before: Node | undefined) => boolean,
): void {
  for (let size = -1; size !== own.size; ) {
    size = own.size
    for (const [index, node] of nodes.entries()) if (!own.has(node) && belongs(node, nodes[index - 1])) own.add(node)
  }
}
