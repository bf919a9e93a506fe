import type { User } from '@balcao/contract/endpoints/access';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { Can, useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, PasswordField, SelectField, TextField, TimeField } from '../../ui/index.ts';
import { ProfileField } from './profile-field.tsx';
import type { UserForm } from './user-form.ts';
import { UserPicture } from './user-picture.tsx';
import { userTexts } from './users.texts.ts';

interface UserGeneralProps {
  form: UserForm;
  user: User | undefined;
  isSelf: boolean;
  picture: File | null;
  onPicture: (picture: File) => void;
}

export function UserGeneral({ form, user, isSelf, picture, onPicture }: UserGeneralProps) {
  const t = useTexts(userTexts);
  const canEditEmail = useCan('user.edit-email');
  const changesSignIn = form.watch('password') !== '' || form.watch('email') !== user?.email;
  return (
    <>
      <UserPicture name={form.watch('name')} src={user?.profileImage ?? null} picture={picture} onPicture={onPicture} />
      <FieldRow>
        <TextField label={t('name')} required maxLength={50} autoComplete="off" data-autofocus {...form.text('name')} />
        <TextField
          label={t('email')}
          required
          type="email"
          autoComplete="off"
          readOnly={!canEditEmail}
          hint={canEditEmail ? undefined : t('emailByAdmin')}
          {...form.text('email')}
        />
      </FieldRow>
      <FieldRow>
        <PasswordField
          label={t('password')}
          required={!user}
          autoComplete="new-password"
          maxLength={50}
          hint={user && t('keepPassword')}
          {...form.text('password')}
        />
        <Can do="user.edit-profile">
          <ProfileField {...form.choice('profile')} />
        </Can>
      </FieldRow>
      {isSelf && changesSignIn && (
        <PasswordField
          label={t('currentPassword')}
          required
          autoComplete="current-password"
          maxLength={50}
          hint={t('whyCurrentPassword')}
          {...form.text('currentPassword')}
        />
      )}
      {/* Working hours restrict sign-in, so changing them needs a permission. */}
      <Can do="user.edit-profile">
        <FieldRow>
          <TimeField label={t('startWork')} {...form.text('startWork')} />
          <TimeField label={t('endWork')} {...form.text('endWork')} />
        </FieldRow>
      </Can>
      <MessageField label={t('farewell')} rows={3} {...form.message('farewellMessage')} />
      <FieldRow>
        <SelectField
          label={t('theme')}
          options={[
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
          {...form.choice('defaultTheme')}
        />
        <SelectField
          label={t('menu')}
          options={[
            { value: 'open', label: t('open') },
            { value: 'closed', label: t('closed') },
          ]}
          {...form.choice('defaultMenu')}
        />
      </FieldRow>
    </>
  );
}
