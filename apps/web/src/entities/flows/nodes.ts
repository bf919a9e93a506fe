/** How each type of node looks: its icon, its color and where the palette offers it. */
import type { NodeType } from '@balcao/domain/flow/document';
import type { IconName } from '../../ui/index.ts';

interface NodeStyle {
  icon: IconName;
  /** Color of the tile with the icon; the rest of a card is neutral. */
  color: string;
}

export const nodeStyles: Record<NodeType, NodeStyle> = {
  start: { icon: 'flag', color: '#2f9e44' },
  singleBlock: { icon: 'layers', color: '#1c7ed6' },
  menu: { icon: 'list', color: '#7048e8' },
  randomizer: { icon: 'shuffle', color: '#d6336c' },
  interval: { icon: 'timer', color: '#868e96' },
  ticket: { icon: 'ticket', color: '#e8590c' },
  typebot: { icon: 'bot', color: '#0c8599' },
  openai: { icon: 'spark', color: '#5f3dc4' },
  question: { icon: 'help', color: '#f08c00' },
  condition: { icon: 'branch', color: '#0ca678' },
  queue: { icon: 'inbox', color: '#e8590c' },
  message: { icon: 'text', color: '#1c7ed6' },
  img: { icon: 'image', color: '#1c7ed6' },
  audio: { icon: 'mic', color: '#1c7ed6' },
  video: { icon: 'video', color: '#1c7ed6' },
  wait: { icon: 'clock', color: '#868e96' },
  agent: { icon: 'user', color: '#e8590c' },
  tag: { icon: 'tag', color: '#66a80f' },
  lane: { icon: 'kanban', color: '#66a80f' },
  data: { icon: 'edit', color: '#66a80f' },
  hours: { icon: 'calendar', color: '#0ca678' },
  files: { icon: 'folder', color: '#1c7ed6' },
  template: { icon: 'receipt', color: '#1c7ed6' },
  flow: { icon: 'flow', color: '#7048e8' },
  note: { icon: 'note', color: '#f08c00' },
  close: { icon: 'check-c', color: '#2f9e44' },
  http: { icon: 'globe', color: '#0c8599' },
  webhook: { icon: 'link', color: '#0c8599' },
};

/** The order of the palette: the specified nodes first, then what else a conversation can do. */
export const palette: readonly NodeType[] = [
  'start',
  'singleBlock',
  'menu',
  'randomizer',
  'interval',
  'ticket',
  'typebot',
  'openai',
  'question',
  'condition',
  'queue',
  'message',
  'img',
  'audio',
  'video',
  'wait',
  'agent',
  'tag',
  'lane',
  'data',
  'hours',
  'files',
  'template',
  'flow',
  'note',
  'http',
  'webhook',
  'close',
];
