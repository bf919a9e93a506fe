/** The key that signs webhooks. It is shown once, when it is generated. */
import type { Integration } from '@balcao/contract/endpoints/integrations';
import { useState } from 'react';
import { useRotateSecret } from '../../entities/integrations/integrations.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, CardDialog, ConfirmDialog, Icon, useToast } from '../../ui/index.ts';
import { integrationFormTexts } from './integration-form.texts.ts';
import css from './integrations.module.css';

interface SecretRowProps {
  integration: Integration;
  /** The new one, which is shown only now. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
}

/** Shows the last characters of the secret and replaces it on request. */
export function SecretRow({ integration, secret, onSecret }: SecretRowProps) {
  const t = useTexts(integrationFormTexts);
  const toast = useToast();
  const rotate = useRotateSecret();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <div className={css.secretRow}>
        <span>
          <b>{t('secret')}</b>
          <span>{t('secretText', { last4: `…${secret?.slice(-4) ?? integration.signingSecretLast4}` })}</span>
        </span>
        <Button size="sm" icon="refresh" onClick={() => setConfirming(true)}>
          {t('secretNew')}
        </Button>
      </div>
      {secret && <Secret value={secret} />}
      {isConfirming && (
        <ConfirmDialog
          danger
          title={t('secretNewTitle', { name: integration.name })}
          text={t('secretNewText')}
          verb={t('secretNew')}
          busy={rotate.isPending}
          onConfirm={() =>
            rotate.mutate(integration.id, {
              onSuccess: ({ signingSecret }) => onSecret(signingSecret),
              onError: toast.failed,
              onSettled: () => setConfirming(false),
            })
          }
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** Follows the creation of an integration that sends webhooks. Only its button closes it. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const t = useTexts(integrationFormTexts);
  return (
    <CardDialog
      title={t('secretTitle', { name })}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('saved')}
        </Button>
      }
    >
      <p className="muted">{t('secretUse')}</p>
      <Secret value={secret} />
    </CardDialog>
  );
}

function Secret({ value }: { value: string }) {
  const t = useTexts(integrationFormTexts);
  const toast = useToast();
  const copy = () =>
    // The clipboard API exists only on secure pages.
    (navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(t('copied')),
      () => toast.warn(t('copyFailed')),
    );
  return (
    <>
      <div className={css.secret}>
        <code>{value}</code>
        <Button size="sm" icon="copy" data-autofocus onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
      <p className={css.once}>
        <Icon name="alert" size={16} />
        {t('secretOnce')}
      </p>
    </>
  );
}
