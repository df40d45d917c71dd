import { type ArtifactPermission, SENSITIVITIES, type SecurityContext, type Sensitivity } from './artifacts.ts'

const REACH: Readonly<Record<ArtifactPermission, Sensitivity>> = {
  'artifacts:read': 'internal',
  'artifacts:read-confidential': 'confidential',
  'artifacts:read-restricted': 'restricted',
}

/** The most sensitive content that a caller may read; `'nothing'` without a permission. */
export function clearanceOf(context: SecurityContext): Sensitivity | 'nothing' {
  // Permissions that we do not know give nothing.
  const reached = context.permissions.flatMap((permission) => (Object.hasOwn(REACH, permission) ? [REACH[permission]] : []))
  return SENSITIVITIES.findLast((sensitivity) => reached.includes(sensitivity)) ?? 'nothing'
}

export function mayRead(clearance: Sensitivity | 'nothing', sensitivity: Sensitivity): boolean {
  return clearance !== 'nothing' && SENSITIVITIES.indexOf(sensitivity) <= SENSITIVITIES.indexOf(clearance)
}
