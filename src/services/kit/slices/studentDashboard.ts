import { student } from '../../../../contract/student.ts';
import { slice } from '../persistence.ts';

export const studentDashboardSlice = slice('studentDashboard', 1, student.studentDashboard.data, 600);
