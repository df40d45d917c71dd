/** The item at a place inside the list. A place outside is a bug. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined && !(index in items)) throw new Error(`there is no item ${index} in a list of ${items.length}`)
  return item as Item
}
