import { useId } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, SelectField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import css from './provider-choice.module.css';

/** Who can carry the messages of a channel, the one to start with first; `isReady` says that servers have it. */
const providers = [
  { key: 'sandbox', isReady: true, carries: ['whatsapp', 'facebook', 'instagram'] },
  { key: 'beta', isReady: false, carries: ['whatsapp'] },
  { key: 'official', isReady: false, carries: ['whatsapp', 'facebook', 'instagram'] },
] as const;

/** Asked once, when the connection is made: it cannot be changed afterwards. */
export function ProviderChoice({ form }: { form: ConnectionForm }) {
  const t = useTexts(formTexts);
  const id = useId();
  const channel = menuChannel(form.watch('channel'));
  const chosen = form.watch('provider');
  const error = form.error('provider');

  return (
    <fieldset className={css.choice} aria-describedby={error && `${id}-error`}>
      <legend className={css.legend}>{t('provider')}</legend>
      {providers
        .filter(({ carries }) => (carries as readonly string[]).includes(channel))
        .map(({ key, isReady }) => (
          <label key={key} className={cx(css.card, !isReady && css.later)}>
            <input
              type="radio"
              name={id}
              value={key}
              checked={chosen === key}
              disabled={!isReady}
              onChange={() => form.set('provider')(key)}
            />
            <span>
              <b>{t(key)}</b>
              <span>{t(`${key}Text`)}</span>
            </span>
            {!isReady && <i>{t('soon')}</i>}
          </label>
        ))}
      {error && (
        <span id={`${id}-error`} className={css.error} role="alert">
          {error}
        </span>
      )}
      {chosen === 'sandbox' && channel === 'whatsapp' && (
        <SelectField
          label={t('imitate')}
          options={[
            { value: 'whatsapp', label: t('imitateQr') },
            { value: 'whatsappapi', label: t('imitateApi') },
          ]}
          value={form.watch('channel')}
          onChange={(value) => form.set('channel')(value)}
        />
      )}
    </fieldset>
  );
}

/** Both kinds of WhatsApp are one line of the menu. */
const menuChannel = (channel: string | undefined) => (channel === 'whatsappapi' ? 'whatsapp' : (channel ?? 'whatsapp'));
