#!/usr/bin/env node
// Plain JavaScript without a static import, so that even a very old Node can read it and say what is missing.

const needed = [22, 13]
const found = process.versions.node.split('.').map(Number)
const isOld = found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])

if (isOld) {
  console.error(
    'palimpsest: needs Node ' +
      needed.join('.') +
      ' or newer and found ' +
      process.versions.node +
      '. Install a newer Node, or let npx bring one: npx -y node@24 ' +
      process.argv[1] +
      ' … Inside the repository use the npm scripts (npm start), which bring their own.',
  )
  process.exitCode = 69
} else {
  import('../dist/cli/main.js').catch((error) => {
    const incomplete = error.code === 'ERR_MODULE_NOT_FOUND'
    console.error(
      incomplete
        ? 'palimpsest: this copy is not complete: ' +
            error.message +
            '. In a clone, run npm install (it also builds dist; npm run prepare builds it again).'
        : error,
    )
    process.exitCode = 70
  })
}
