package io.paladio.carbon.command;

import picocli.CommandLine.Command;

/** What can be done with policies. */
@Command(
        name = "policy",
        description =
                "Policies as documents: look at them, run their tests, put them into Index, see whom they bind and bound.",
        subcommands = {
            ValidateCommand.class,
            TestCommand.class,
            ApplyCommand.class,
            ExplainCommand.class,
            WhyCommand.class,
            ReplayCommand.class
        },
        mixinStandardHelpOptions = true)
final class PolicyCommand {}
