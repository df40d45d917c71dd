/** The item at a place that is known to be inside the list; a bug if it is not. */
export function itemAt<Item>(items: ArrayLike<Item>, index: number): Item {
  if (index < 0 || index >= items.length) throw new Error(`there is no item ${index} in a list of ${items.length}`)
  return items[index] as Item
}
