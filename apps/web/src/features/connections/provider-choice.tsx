import { useId } from 'react';
import { useProviders } from '../../entities/connections/connections.api.ts';
import { connectionWords } from '../../entities/connections/connection-words.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { SelectField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import css from './provider-choice.module.css';
import { channelsOf, menuChannelOf, waysOf, type Provider } from './providers.ts';

/** Asked once, when the connection is made: it cannot be changed afterwards. */
export function ProviderChoice({ form }: { form: ConnectionForm }) {
  const t = useTexts(formTexts);
  const word = useTexts(connectionWords);
  const id = useId();
  const offered = useProviders().data ?? [];
  const line = menuChannelOf(form.watch('channel') ?? 'whatsapp');
  const chosen = form.watch('provider') ?? 'beta';
  const kinds = channelsOf(chosen, line);
  const error = form.error('provider');
  const choose = (provider: Provider) => {
    form.set('provider')(provider);
    form.set('channel')(channelsOf(provider, line)[0]);
  };

  return (
    <fieldset className={css.choice} aria-describedby={error && `${id}-error`}>
      <legend className={css.legend}>{t('provider')}</legend>
      {waysOf(offered, line).map((provider) => (
        <label key={provider} className={css.card}>
          <input
            type="radio"
            name={id}
            value={provider}
            checked={chosen === provider}
            onChange={() => choose(provider)}
          />
          <b>{t(provider)}</b>
          <span>{t(`${provider}Text`)}</span>
        </label>
      ))}
      {error && (
        <span id={`${id}-error`} className={css.error} role="alert">
          {error}
        </span>
      )}
      {kinds.length > 1 && (
        <SelectField
          label={t('imitate')}
          options={kinds.map((kind) => ({ value: kind, label: kind === 'whatsapp' ? t('imitateQr') : word(kind) }))}
          value={form.watch('channel')}
          onChange={(value) => form.set('channel')(value)}
        />
      )}
    </fieldset>
  );
}
