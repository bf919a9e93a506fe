import type { NodeType } from '@balcao/domain/flow/document';
import type { CSSProperties } from 'react';
import { cx, Icon } from '../../ui/index.ts';
import css from './node-tile.module.css';
import { nodeStyles } from './nodes.ts';

/** The icon of a type of node on its color. */
export const NodeTile = ({ type, size = 26 }: { type: NodeType; size?: 24 | 26 | 28 }) => (
  <span
    className={cx(css.tile, 'c-chip')}
    style={{ '--c': nodeStyles[type].color, width: size, height: size } as CSSProperties}
    aria-hidden="true"
  >
    <Icon name={nodeStyles[type].icon} size={16} />
  </span>
);
