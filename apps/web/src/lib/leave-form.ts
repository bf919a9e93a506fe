import { useNavigate, useRouter } from '@tanstack/react-router';

/** Opens another screen from a form: in a new tab while the form has unsaved changes, so that none is lost. */
export function useLeaveForm(isDirty: boolean): (to: string, search?: object) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (to, search = {}) => {
    const target = { to, search } as Parameters<typeof navigate>[0];
    if (!isDirty) return void navigate(target);
    window.open(router.buildLocation(target).href, '_blank', 'noopener');
  };
}
