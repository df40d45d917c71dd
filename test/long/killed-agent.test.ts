import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { playKilled } from '../laws/judge/killed-agent.ts'

it('case 80, L9, L11 · an agent whose processes are killed again and again loses nothing, says nothing twice and goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-killed-'))
  const report = await playKilled(1, 400, folder)
  rmSync(folder, { recursive: true })
  expect(report.wrong).toEqual([])
  expect(report.killed).toBeGreaterThan(1)
  expect(report.compactions).toBeGreaterThan(5)
})
