import UserPage from './UserPage.tsx';

/** The page of a user, with the question or the form open (`admin/manageUsers/resetPassword`). */
export default function ResetPasswordPage() {
  return <UserPage opens="resetPassword" />;
}
