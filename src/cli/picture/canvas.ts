/** What a picture is drawn on. */
export interface Canvas {
  readonly width: number
  readonly colour: boolean
}

/** The part of a terminal stream that matters here. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
}

const NARROWEST = 20
const WIDEST = 300
const USUAL = 80

/** Width and colour for a stream: colour only on a terminal, unless `NO_COLOR` or a dumb terminal forbids it. */
export function canvasFor(screen: Screen, environment: Readonly<Record<string, string | undefined>>): Canvas {
  const width = screen.columns ?? (Number.parseInt(environment['COLUMNS'] ?? '', 10) || USUAL)
  const forbidden = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return { width: Math.min(WIDEST, Math.max(NARROWEST, width)), colour: screen.isTTY === true && !forbidden }
}

/** Text on a coloured ground, by the number of the colour among a terminal's 256. */
export function onColour(text: string, colour: number, canvas: Canvas): string {
  return canvas.colour && text !== '' ? `\u001b[38;5;16;48;5;${colour}m${text}\u001b[0m` : text
}

export function bold(text: string, canvas: Canvas): string {
  return canvas.colour ? `\u001b[1m${text}\u001b[0m` : text
}
