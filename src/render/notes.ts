import type { Seq } from '../schema/ids.ts'
import type { Loss, Repair, RepairKind } from '../schema/prompt.ts'

/** Where repairs and losses are collected while a prompt is made. */
export interface Notes {
  readonly repairs: Repair[]
  readonly losses: Loss[]
}

export function noteRepair(notes: Notes, kind: RepairKind, seq: Seq, detail: string): void {
  notes.repairs.push({ kind, seq, detail })
}
