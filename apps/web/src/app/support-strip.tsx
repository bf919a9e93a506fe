/** Above the page of a support window: whose company it is, until when, and the way out. */
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { api } from '../lib/api.ts';
import { formatTime } from '../lib/format.ts';
import { isSupportOver, onSupportChange, supportAccess } from '../lib/support-window.ts';
import { dropSession } from '../lib/token.ts';
import { useTexts } from '../lib/use-texts.ts';
import { Button, EmptyState, Icon } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import css from './support-strip.module.css';

/** Without a socket the window asks, to say within seconds that the company ended the access. */
const CHECK_MS = 10_000;

export function SupportStrip() {
  const t = useTexts(appTexts);
  const access = useSyncExternalStore(onSupportChange, supportAccess);
  const [isBusy, setBusy] = useState(false);
  const id = access?.id;
  // A reload loses the token, so the access would stay open without anybody in it.
  useEffect(() => {
    if (id === undefined) return;
    const end = () => void api.support.end({ params: { id } }, { keepalive: true }).catch(() => {});
    const check = setInterval(() => void api.access.me().catch(() => {}), CHECK_MS);
    window.addEventListener('pagehide', end);
    return () => {
      clearInterval(check);
      window.removeEventListener('pagehide', end);
    };
  }, [id]);
  if (!access) return null;
  const leave = async () => {
    setBusy(true);
    // The window forgets its token even if the request fails; the access then ends by itself within the hour.
    await api.support.end({ params: { id: access.id } }).catch(() => {});
    dropSession();
    window.close();
  };
  return (
    <section className={css.strip} aria-label={t('support')}>
      <Icon name="eye" size={16} />
      <span className={css.text}>{t('supportIn', { company: access.company, time: formatTime(access.endsAt) })}</span>
      <Button size="sm" busy={isBusy} onClick={() => void leave()}>
        {t('supportEnd')}
      </Button>
    </section>
  );
}

/** Instead of the app once the access is over: without its token the window shows nothing of the company. */
export function SupportGate({ children }: { children: ReactNode }) {
  const t = useTexts(appTexts);
  const isOver = useSyncExternalStore(onSupportChange, isSupportOver);
  if (!isOver) return children;
  return (
    <main className={css.over}>
      <EmptyState icon="lock" title={t('supportOver')} text={t('supportOverText')} />
    </main>
  );
}
