/** The keys of an official WhatsApp account: write-only, and verified with the channel on demand. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUpdateConnection } from '../../entities/connections/connections.api.ts';
import {
  useCheckLinking,
  useLinking,
  type LinkingField,
  type LinkingFinding,
} from '../../entities/connections/account-linking.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, PasswordField, TextField, useToast } from '../../ui/index.ts';
import { linkingOf, type ConnectionForm } from './connection-form.ts';
import { Copyable } from './copyable.tsx';
import css from './account-linking.module.css';
import { accountLinkingTexts } from './account-linking.texts.ts';

interface AccountLinkingFieldsProps {
  form: ConnectionForm;
  /** Undefined for a new connection. */
  connection: Connection | undefined;
  /** Verify with the channel when the form opens, because the keys were just entered. */
  checksFirst?: boolean;
}

export function AccountLinkingFields({ form, connection, checksFirst = false }: AccountLinkingFieldsProps) {
  const t = useTexts(accountLinkingTexts);
  const language = useLanguage();
  const toast = useToast();
  const linking = useLinking(connection?.id);
  const { mutateAsync: save, isPending: isSaving } = useUpdateConnection();
  const check = useCheckLinking();
  const [findings, setFindings] = useState<readonly LinkingFinding[] | null>(null);

  const [pin, setPin] = useState('');

  const runCheck = async (withPin?: string) => {
    if (!connection) return;
    try {
      const typed = linkingOf(form.watch());
      if (typed) {
        await save({ id: connection.id, linking: typed });
        // The keys are saved; clear the typed values so that they are not kept in the browser.
        for (const field of Object.keys(typed) as LinkingField[]) form.setInitial(field, '');
      }
      const result = await check.mutateAsync({ id: connection.id, ...(withPin !== undefined && { pin: withPin }) });
      setPin('');
      setFindings(result.findings);
    } catch (error) {
      toast.failed(error);
    }
  };
  const runFirstCheck = useEffectEvent(runCheck);
  useEffect(() => {
    if (checksFirst) void runFirstCheck();
  }, [checksFirst]);

  const field = (
    name: LinkingField,
    hint?: 'phoneNumberIdHint' | 'wabaIdHint' | 'accessTokenHint' | 'verifyTokenHint',
  ) => {
    const stored = linking.data?.fields.find((item) => item.field === name);
    const finding = findings?.find((item) => item.field === name);
    const typed = form.text(name);
    const findingText = finding && errorText(finding.error, language);
    return {
      label: t(name),
      placeholder: stored?.isSet
        ? stored.last4
          ? t('isSet', { last4: `…${stored.last4}` })
          : t('isSetPlain')
        : undefined,
      autoComplete: 'off',
      spellCheck: false,
      ...typed,
      error: typed.error ?? findingText,
      hint: stored?.isSet ? t('keepsSet') : hint && t(hint),
    };
  };
  const elsewhere = findings?.filter(({ field: name }) => !isLinkingField(name)) ?? [];
  const webhook = linking.data?.webhook;
  return (
    <>
      <fieldset className={css.section}>
        <legend>{t('account')}</legend>
        <p>{t('accountText')}</p>
        <TextField inputMode="numeric" required={!connection} {...field('phoneNumberId', 'phoneNumberIdHint')} />
        <TextField inputMode="numeric" required={!connection} {...field('wabaId', 'wabaIdHint')} />
        <PasswordField required={!connection} {...field('accessToken', 'accessTokenHint')} />
        <details className={css.own} open={findings?.some(({ field: name }) => isOwn(name)) || undefined}>
          <summary>{t('ownApp')}</summary>
          <div>
            <p className="muted">{t('ownAppText')}</p>
            <PasswordField {...field('appSecret')} />
            <TextField {...field('verifyToken', 'verifyTokenHint')} />
          </div>
        </details>
        {connection && (
          <div className={css.check}>
            <Button icon="check-c" busy={isSaving || check.isPending} onClick={() => void runCheck()}>
              {t('check')}
            </Button>
            <span>{t('checkText')}</span>
          </div>
        )}
        {connection && findings?.some(({ error }) => asksForPin(error)) && (
          <div className={css.check}>
            <PasswordField
              label={t('pin')}
              hint={t('pinHint')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={pin}
              onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
            />
            <Button busy={check.isPending} disabled={pin.length !== 6} onClick={() => void runCheck(pin)}>
              {t('register')}
            </Button>
          </div>
        )}
        <div role="status">
          {findings?.length === 0 && (
            <p className={css.well}>
              <Icon name="check-c" size={16} />
              {t('checkedWell')}
            </p>
          )}
          {findings && findings.length > 0 && (
            <div className={css.badly}>
              <Icon name="alert" size={16} />
              <div>
                <b>{t('checkedBadly')}</b>
                <ul>
                  {elsewhere.map(({ field: name, error }) => (
                    <li key={name}>{errorText(error, language)}</li>
                  ))}
                  {findings.map(
                    ({ field: name, detail }) => detail && <li key={`${name} says`}>{t('metaSays', { detail })}</li>,
                  )}
                </ul>
              </div>
            </div>
          )}
        </div>
      </fieldset>
      {webhook && (
        <fieldset className={css.section}>
          <legend>{t('webhook')}</legend>
          <p>{t(webhook.isOfPlatform ? 'webhookOfPlatform' : 'webhookText')}</p>
          {!webhook.isOfPlatform && (
            <>
              <Copyable label={t('webhookUrl')} value={webhook.url} />
              <Copyable label={t('verifyToken')} value={webhook.verifyToken} />
            </>
          )}
        </fieldset>
      )}
    </>
  );
}

/** The number is not registered yet, or its PIN was refused. */
const asksForPin = (error: string): boolean => error === 'ERR_CHANNEL_UNREGISTERED' || error === 'ERR_META_PIN';
const isOwn = (name: string): boolean => name === 'appSecret' || name === 'verifyToken';
const isLinkingField = (name: string): boolean =>
  isOwn(name) || name === 'phoneNumberId' || name === 'wabaId' || name === 'accessToken';
