import type { IntegrationType } from '@balcao/domain/integration/integration-types';
import type { CSSProperties } from 'react';
import { cx, Icon, type IconName } from '../../ui/index.ts';
import css from './integration-tile.module.css';

/** Our own drawings; the marks of the services belong to their owners. */
const styles: Record<IntegrationType, { icon: IconName; color: string }> = {
  n8n: { icon: 'flow', color: '#d6336c' },
  webhook: { icon: 'link', color: '#1c7ed6' },
  typebot: { icon: 'bot', color: '#0c8599' },
  dialogflow: { icon: 'chat', color: '#f08c00' },
  flowbuilder: { icon: 'branch', color: '#7048e8' },
};

/** The drawing of a type of integration on its color. */
export const IntegrationTile = ({ type, size = 32 }: { type: IntegrationType; size?: 22 | 32 | 36 }) => (
  <span
    className={cx(css.tile, 'c-chip')}
    style={{ '--c': styles[type].color, width: size, height: size } as CSSProperties}
    aria-hidden="true"
  >
    <Icon name={styles[type].icon} size={size === 22 ? 14 : 16} />
  </span>
);
