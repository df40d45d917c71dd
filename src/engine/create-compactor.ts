import { type TenantId, tenantId, threadId } from '../schema/ids.ts'
import type { EnginePorts } from './ports.ts'
import { openThread, type Thread } from './thread.ts'

export interface Compactor {
  /** Opens a thread, or starts it. */
  thread(id: string, options?: { readonly tenant?: string }): Promise<Thread>
  close(): Promise<void>
}

/** The engine over given ports. Most callers want `createCompactor` of the package, which has defaults for all of them. */
export function createEngine(ports: EnginePorts): Compactor {
  return {
    thread: (id, options = {}) => openThread({ tenant: tenantOf(options.tenant), thread: threadId(id) }, ports),
    close: () => ports.store.close(),
  }
}

function tenantOf(name: string | undefined): TenantId {
  return tenantId(name ?? 'default')
}
