// What is shown within the frame: a file of its own, which the login page does without.
import '../frame/inter.css';

export { DashboardScreen } from '../dashboard/dashboard-screen.tsx';
export { ConsoleFrame } from '../frame/console-frame.tsx';
