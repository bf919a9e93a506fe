/** Above the page until the e-mail of the company is confirmed. For admins, who can do something about it. */
import { useEffect, useState } from 'react';
import { api } from '../lib/api.ts';
import { useCan, useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { Button, Icon, useToast } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import css from './confirm-email-strip.module.css';

export function ConfirmEmailStrip() {
  const { user } = useSession();
  const isAdmin = useCan('settings.manage');
  return !user.company.emailConfirmed && isAdmin ? <Strip /> : null;
}

function Strip() {
  const t = useTexts(appTexts);
  const toast = useToast();
  const { refreshSession } = useSession();
  const [isBusy, setBusy] = useState(false);
  // The link opens in another window; a user who returns to this one has probably confirmed.
  useEffect(() => {
    const check = () => void (document.visibilityState === 'visible' && refreshSession().catch(() => {}));
    window.addEventListener('focus', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      window.removeEventListener('focus', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [refreshSession]);
  const resend = async () => {
    setBusy(true);
    try {
      await api.signUp.resendConfirmation();
      toast.done(t('resent'));
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={css.strip} aria-label={t('confirmEmailShort')}>
      <Icon name="mail" size={16} />
      <span className={css.text}>{t('confirmEmail')}</span>
      <Button size="sm" busy={isBusy} onClick={() => void resend()}>
        {t('resend')}
      </Button>
    </section>
  );
}
