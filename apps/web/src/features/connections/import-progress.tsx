/** Below the list: the progress of each running import of old messages, and the button to close the imported conversations. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useEffect, useState, type CSSProperties } from 'react';
import { ChannelBox } from '../../entities/connections/channel-glyph.tsx';
import { useCloseImported, useImportProgress, type Progress } from '../../entities/connections/history.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, cx, useToast } from '../../ui/index.ts';
import css from './import.module.css';
import { importTexts } from './import.texts.ts';

/** Wait after the channel's last batch before the import starts. */
const PREPARING_MS = 35_000;
/** Wire value: the import has finished and its conversations can be closed. */
const WAITS_FOR_CLOSE = 'renderButtonCloseTickets';

export function ImportProgress({ connections }: { connections: readonly Connection[] }) {
  const progressById = useImportProgress();
  const [closing, setClosing] = useState<Connection | null>(null);
  return (
    <>
      {connections
        .filter(({ statusImportMessages }) => statusImportMessages !== null)
        .map((connection) => (
          <ImportRow
            key={connection.id}
            connection={connection}
            progress={progressById.get(connection.id)}
            onClose={() => setClosing(connection)}
          />
        ))}
      {closing && <CloseImported connection={closing} onClose={() => setClosing(null)} />}
    </>
  );
}

interface ImportRowProps {
  connection: Connection;
  progress: Progress | undefined;
  onClose: () => void;
}

function ImportRow({ connection, progress, onClose }: ImportRowProps) {
  const t = useTexts(importTexts);
  const status = connection.statusImportMessages ?? '';
  const isOver = status === WAITS_FOR_CLOSE;
  const counted = !isOver && progress && progress.all > 0 ? progress : undefined;
  const seconds = useSecondsLeft(!isOver && !counted && /^\d+$/.test(status) ? Number(status) : null);
  const title = t('ofConnection', { what: t(isOver ? 'imported' : 'importing'), name: connection.name });
  const part = counted ? Math.min(counted.done / counted.all, 1) * 100 : 0;
  return (
    <section className={css.import} aria-label={title}>
      <ChannelBox channel={connection.channel} />
      <div className={css.middle}>
        <div className={css.words}>
          <b>{title}</b>
          <span className="num" role="status">
            {isOver
              ? t('waitingClose')
              : counted
                ? t('ofAll', { done: formatNumber(counted.done), all: formatNumber(counted.all) })
                : seconds > 0
                  ? t('preparing', { seconds })
                  : t('gathering')}
          </span>
        </div>
        {!isOver && (
          <span
            className={cx(css.bar, !counted && css.unsure)}
            role="progressbar"
            aria-label={title}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={counted ? Math.round(part) : undefined}
            style={{ '--part': `${part}%` } as CSSProperties}
          />
        )}
      </div>
      <Button size="sm" disabled={!isOver} onClick={onClose}>
        {t('closeAll')}
      </Button>
    </section>
  );
}

/** Seconds left of the wait that started at `since`; 0 when it has ended or without one. */
function useSecondsLeft(since: number | null): number {
  const [now, setNow] = useState(Date.now);
  const secondsLeft = since === null ? 0 : Math.ceil((since + PREPARING_MS - now) / 1000);
  const isOn = secondsLeft > 0;
  useEffect(() => {
    if (!isOn) return;
    const tick = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(tick);
  }, [isOn]);
  // Bounded, so that a wrong local clock cannot show hours.
  return Math.min(Math.max(secondsLeft, 0), PREPARING_MS / 1000);
}

function CloseImported({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const t = useTexts(importTexts);
  const toast = useToast();
  const close = useCloseImported();
  return (
    <ConfirmDialog
      title={t('closeTitle', { name: connection.name })}
      text={t('closeText')}
      verb={t('closeAll')}
      busy={close.isPending}
      onConfirm={() => close.mutate(connection.id, toast.outcome(t('closing'), onClose))}
      onClose={onClose}
    />
  );
}
