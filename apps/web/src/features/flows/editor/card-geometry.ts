/** Sizes of cards, calculated instead of measured: the canvas then draws only the visible nodes from the start. */

export const CARD_WIDTH = 206;
export const HEADER_HEIGHT = 40;
const LINE_HEIGHT = 18;
const GAP = 5;
const BOTTOM = 10;
const PORT_HEIGHT = 30;
const SPARE_PORT_HEIGHT = 22;
/** Characters that fit into one line of a card, on the careful side. */
const LINE_LENGTH = 24;

/** A line of a card. Long texts may have two. */
export const rowsOfText = (text: string): 1 | 2 => (text.length > LINE_LENGTH || text.includes('\n') ? 2 : 1);

export interface SizedPort {
  id: string;
  /** Ports for what rarely happens are smaller. */
  isSpare: boolean;
  /** A port without a row of its own is beside the title. */
  hasRow: boolean;
}

export interface CardBox {
  height: number;
  /** Vertical center of each port. */
  portY: ReadonlyMap<string, number>;
}

export function boxOf(lineRows: readonly number[], ports: readonly SizedPort[]): CardBox {
  const portY = new Map<string, number>();
  let y = HEADER_HEIGHT;
  for (const rows of lineRows) y += rows * LINE_HEIGHT + GAP;
  for (const { id, isSpare, hasRow } of ports) {
    if (!hasRow) {
      portY.set(id, HEADER_HEIGHT / 2);
      continue;
    }
    const height = isSpare ? SPARE_PORT_HEIGHT : PORT_HEIGHT;
    portY.set(id, y + height / 2);
    y += height + GAP;
  }
  const hasBody = y > HEADER_HEIGHT;
  return { height: hasBody ? y - GAP + BOTTOM : HEADER_HEIGHT, portY };
}
