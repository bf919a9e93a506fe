import type { Connection } from '@balcao/contract/endpoints/connections';
import type { SessionAct } from '../../entities/connections/connections.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button } from '../../ui/index.ts';
import css from './connections.module.css';
import { connectionTexts } from './connections.texts.ts';

interface SessionButtonsProps {
  connection: Connection;
  onQr: () => void;
  onAct: (act: SessionAct) => void;
}

/** What the state of a session allows. Read this first: it is the whole map. */
export function SessionButtons({ connection, onQr, onAct }: SessionButtonsProps) {
  const t = useTexts(connectionTexts);
  const named = (act: 'readQr' | 'tryAgain' | 'newQr' | 'disconnect') => ({
    'aria-label': t('ofConnection', { act: t(act), name: connection.name }),
    children: t(act),
  });
  switch (connection.status) {
    case 'qrcode':
      return (
        <div className={css.session}>
          <Button size="sm" kind="primary" icon="qr" onClick={onQr} {...named('readQr')} />
        </div>
      );
    case 'DISCONNECTED':
      return (
        <div className={css.session}>
          <Button size="sm" onClick={() => onAct('open')} {...named('tryAgain')} />
          <Button size="sm" icon="qr" onClick={() => onAct('renew')} {...named('newQr')} />
        </div>
      );
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return (
        <div className={css.session}>
          <Button
            size="sm"
            kind="ghost"
            icon="power"
            className={css.end}
            onClick={() => onAct('end')}
            {...named('disconnect')}
          />
        </div>
      );
    case 'OPENING':
      return (
        <div className={css.session}>
          <Button size="sm" icon="refresh" busy>
            {t('connecting')}
          </Button>
        </div>
      );
  }
}
