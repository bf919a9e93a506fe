export interface CanvasSelection {
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<string>;
}
export const nothingSelected: CanvasSelection = { nodes: new Set(), edges: new Set() };
