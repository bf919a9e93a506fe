import { useId } from 'react';
import { useProviders } from '../../entities/connections/connections.api.ts';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { OptionCard, OptionCards, SelectField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import { channelsOf, menuChannelOf, providersFor, type Provider } from './providers.ts';

/** Only for a new connection: the provider cannot be changed later. */
export function ProviderChoice({ form }: { form: ConnectionForm }) {
  const t = useTexts(formTexts);
  const tConnection = useTexts(connectionLabels);
  const id = useId();
  const providers = useProviders().data ?? [];
  const menuChannel = menuChannelOf(form.watch('channel') ?? 'whatsapp');
  const chosen = form.watch('provider') ?? 'beta';
  const kinds = channelsOf(chosen, menuChannel);
  const error = form.error('provider');
  const choose = (provider: Provider) => {
    form.set('provider')(provider);
    form.set('channel')(channelsOf(provider, menuChannel)[0]);
  };

  return (
    <OptionCards legend={t('provider')} error={error}>
      {providersFor(providers, menuChannel).map((provider) => (
        <OptionCard
          key={provider}
          name={id}
          checked={chosen === provider}
          onChange={() => choose(provider)}
          title={t(provider)}
          text={t(`${provider}Text`)}
        />
      ))}
      {kinds.length > 1 && (
        <SelectField
          label={t('imitate')}
          options={kinds.map((kind) => ({
            value: kind,
            label: kind === 'whatsapp' ? t('imitateQr') : tConnection(kind),
          }))}
          value={form.watch('channel')}
          onChange={(value) => form.set('channel')(value)}
        />
      )}
    </OptionCards>
  );
}
